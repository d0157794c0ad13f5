"""Certificates: verdicts with proofs, in files that anyone can check.

>>> from tempfile import TemporaryDirectory
>>> from nonet.formats import classic
>>> with TemporaryDirectory() as folder:
...     certify(classic("12..34..2......3")).write(folder)
...     print(verify(folder).claim)
unique
"""

from nonet.certificates.certificate import Certificate, CertificateError
from nonet.certificates.certification import Uncertifiable, certify
from nonet.certificates.verification import Unverified, Verification, verify

__all__ = [
    "Certificate",
    "CertificateError",
    "Uncertifiable",
    "Unverified",
    "Verification",
    "certify",
    "verify",
]
