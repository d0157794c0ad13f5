"""Certificates: verdicts with proofs, in files that anyone can check."""

from nonet.certificates.certificate import Certificate, CertificateError
from nonet.certificates.certification import Uncertifiable, certify
from nonet.certificates.verification import Unverified, Verification, verify

__all__ = ["Certificate", "CertificateError", "Uncertifiable", "Unverified", "Verification"]
__all__ += ["certify", "verify"]
