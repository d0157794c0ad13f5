; The clauses of a classic Sudoku say what the rules say: a proof in ACL2.
;
; nonet writes a puzzle as clauses, and a SAT solver proves that the clauses cannot be satisfied. Do
; these clauses express the rules of Sudoku? Here ACL2, a theorem prover, proves that they do, for
; boards of any size. It also joins this proof with the proved LRAT checker of Heule, Hunt and
; Kaufmann. So a verdict of nonet becomes a theorem about the puzzle.
;
; If you know Sudoku but not ACL2, read parts 1, 2 and 3 and the theorems in part 5. ACL2 checks
; everything, so you need not read the lemmas in part 4. A few words of ACL2 are enough:
;
;   (f x y)             f of x and y
;   (defun f (x) ...)   f of x is ...
;   (car x) (cdr x)     the first element of a list, and the list without it
;   (endp x)            the list is empty; nil is the empty list, and also means "false"
;   (nth i x)           element number i of a list, counted from 0
;   (posp n)            n is a whole number, 1 or more
;
; A name that ends in p is a question. The lines that begin with (declare say which arguments a
; function is for. ACL2 uses them to run the function fast. They do not change its value.
;
; `nonet verify --with acl2` loads this file, so ACL2 repeats the proof each time. To repeat it by
; hand: acl2 < sudoku.lisp

(in-package "ACL2")

(include-book "projects/sat/lrat/stobj-based/soundness" :dir :system)

(set-verify-guards-eagerness 0)

; ---------------------------------------------------------------------------------------------
; Part 1. Sudoku
;
; The boxes of a board have `height` rows and `width` columns. So a house (a row, a column or a box)
; has n = height * width cells, and the board has n rows, n columns and n boxes. A grid is a list of
; n * n numbers, row by row. A cell is a place in this list, counted from 0.

(defun numbers (first last) ; the list of the whole numbers from first to last
  (declare (xargs :guard (and (integerp first) (integerp last))
                  :measure (nfix (- (1+ (ifix last)) (ifix first)))))
  (if (and (integerp first) (integerp last) (<= first last))
      (cons first (numbers (1+ first) last))
    nil))

(defun cells (n)
  (declare (xargs :guard (natp n)))
  (numbers 0 (1- (* n n))))

; A row, a column and a box are counted from 0. Boxes are counted row by row. There are `height`
; boxes beside each other.

(defun house-of (kind cell height width) ; which row, column or box has the cell
  (declare (xargs :guard (and (natp cell) (posp height) (posp width))))
  (let* ((n (* height width))
         (row (floor cell n))
         (column (mod cell n)))
    (case kind
      (row row)
      (column column)
      (otherwise (+ (* height (floor row height)) (floor column width))))))

(defun house (kind number cells height width) ; the cells in a row, a column or a box
  (declare (xargs :guard (and (nat-listp cells) (posp height) (posp width))))
  (cond ((endp cells) nil)
        ((equal (house-of kind (car cells) height width) number)
         (cons (car cells) (house kind number (cdr cells) height width)))
        (t (house kind number (cdr cells) height width))))

(defun contents (cells grid) ; the numbers in some cells of a grid
  (declare (xargs :guard (and (nat-listp cells) (true-listp grid))))
  (if (endp cells)
      nil
    (cons (nth (car cells) grid) (contents (cdr cells) grid))))

(defun occurrences (x list) ; how often x occurs
  (declare (xargs :guard (true-listp list)))
  (cond ((endp list) 0)
        ((equal x (car list)) (+ 1 (occurrences x (cdr list))))
        (t (occurrences x (cdr list)))))

(defun each-once-p (values list) ; each of the values occurs exactly once
  (declare (xargs :guard (and (true-listp values) (true-listp list))))
  (or (endp values)
      (and (equal (occurrences (car values) list) 1)
           (each-once-p (cdr values) list))))

(defun houses-hold-p (kind houses height width grid) ; each house has each number once
  (declare (xargs :guard (and (true-listp houses) (posp height) (posp width) (true-listp grid))))
  (let ((n (* height width)))
    (or (endp houses)
        (and (each-once-p (numbers 1 n)
                          (contents (house kind (car houses) (cells n) height width) grid))
             (houses-hold-p kind (cdr houses) height width grid)))))

(defun rules-hold-p (height width grid)
  (declare (xargs :guard (and (posp height) (posp width) (true-listp grid))))
  (let ((houses (numbers 0 (1- (* height width)))))
    (and (houses-hold-p 'row houses height width grid)
         (houses-hold-p 'column houses height width grid)
         (houses-hold-p 'box houses height width grid))))

(defun values-p (list low high) ; a list of whole numbers from low to high
  (declare (xargs :guard (and (integerp low) (integerp high))))
  (if (atom list)
      (equal list nil)
    (and (integerp (car list))
         (<= low (car list))
         (<= (car list) high)
         (values-p (cdr list) low high))))

(defun grid-p (grid n)
  (declare (xargs :guard (natp n)))
  (and (values-p grid 1 n)
       (equal (len grid) (* n n))))

; The givens are a list like a grid, in which 0 is an empty cell.

(defun puzzle-p (height width givens)
  (and (posp height)
       (posp width)
       (values-p givens 0 (* height width))
       (equal (len givens) (* (* height width) (* height width)))))

(defun givens-kept-p (cells givens grid)
  (declare (xargs :guard (and (nat-listp cells) (true-listp givens) (true-listp grid))))
  (or (endp cells)
      (and (or (equal (nth (car cells) givens) 0)
               (equal (nth (car cells) grid) (nth (car cells) givens)))
           (givens-kept-p (cdr cells) givens grid))))

(defun solves-p (grid height width givens) ; the grid is a solution of the puzzle
  (declare (xargs :guard (puzzle-p height width givens)))
  (and (grid-p grid (* height width))
       (rules-hold-p height width grid)
       (givens-kept-p (cells (* height width)) givens grid)))

; ---------------------------------------------------------------------------------------------
; Part 2. The clauses that nonet writes
;
; A pencil mark is a cell with a value. Each mark has a number and a variable. The variable is true
; when the cell has this value. A literal is the number of a variable, or minus this number, which
; means "not". A clause is a list of literals, and at least one of them must be true. A formula is a
; list of clauses, and all of them must be true. The clauses have the same order as in the file that
; nonet writes.

(defun mark (cell value n)
  (declare (xargs :guard (and (integerp cell) (integerp value) (integerp n))))
  (+ (* n cell) value))

(defun cell-p (cell n)
  (declare (xargs :guard (natp n)))
  (and (natp cell) (< cell (* n n))))

(defun cells-p (cells n)
  (declare (xargs :guard (natp n)))
  (if (atom cells)
      (equal cells nil)
    (and (cell-p (car cells) n)
         (cells-p (cdr cells) n))))

; Each cell has a value.

(defun cell-marks (cell values n)
  (declare (xargs :guard (and (integerp cell) (integer-listp values) (integerp n))))
  (if (endp values)
      nil
    (cons (mark cell (car values) n)
          (cell-marks cell (cdr values) n))))

(defun cell-clauses (cells n)
  (declare (xargs :guard (and (integer-listp cells) (natp n))))
  (if (endp cells)
      nil
    (cons (cell-marks (car cells) (numbers 1 n) n)
          (cell-clauses (cdr cells) n))))

; Each given is kept.

(defun given-clauses (cells givens n)
  (declare (xargs :guard (and (natp n) (cells-p cells n)
                              (values-p givens 0 n) (equal (len givens) (* n n)))))
  (cond ((endp cells) nil)
        ((equal (nth (car cells) givens) 0)
         (given-clauses (cdr cells) givens n))
        (t (cons (list (mark (car cells) (nth (car cells) givens) n))
                 (given-clauses (cdr cells) givens n)))))

; Each house has each value.

(defun value-marks (value cells n)
  (declare (xargs :guard (and (integerp value) (integer-listp cells) (integerp n))))
  (if (endp cells)
      nil
    (cons (mark (car cells) value n)
          (value-marks value (cdr cells) n))))

(defun value-clauses (values house n)
  (declare (xargs :guard (and (integer-listp values) (integer-listp house) (integerp n))))
  (if (endp values)
      nil
    (cons (value-marks (car values) house n)
          (value-clauses (cdr values) house n))))

(defun house-clauses (kind houses height width)
  (declare (xargs :guard (and (true-listp houses) (posp height) (posp width))))
  (let ((n (* height width)))
    (if (endp houses)
        nil
      (append (value-clauses (numbers 1 n)
                             (house kind (car houses) (cells n) height width)
                             n)
              (house-clauses kind (cdr houses) height width)))))

; No cell has two values.

(defun not-both-values-clauses (cell value others n)
  (declare (xargs :guard (and (integerp cell) (integerp value) (integer-listp others)
                              (integerp n))))
  (if (endp others)
      nil
    (cons (list (- (mark cell value n)) (- (mark cell (car others) n)))
          (not-both-values-clauses cell value (cdr others) n))))

(defun one-value-clauses (cell values n)
  (declare (xargs :guard (and (integerp cell) (integer-listp values) (integerp n))))
  (if (endp values)
      nil
    (append (not-both-values-clauses cell (car values) (cdr values) n)
            (one-value-clauses cell (cdr values) n))))

(defun all-one-value-clauses (cells n)
  (declare (xargs :guard (and (integer-listp cells) (natp n))))
  (if (endp cells)
      nil
    (append (one-value-clauses (car cells) (numbers 1 n) n)
            (all-one-value-clauses (cdr cells) n))))

; Two cells of a house have different values.

(defun peers-p (c d height width) ; two cells are in the same row, column or box
  (declare (xargs :guard (and (natp c) (natp d) (posp height) (posp width))))
  (or (equal (house-of 'row c height width) (house-of 'row d height width))
      (equal (house-of 'column c height width) (house-of 'column d height width))
      (equal (house-of 'box c height width) (house-of 'box d height width))))

(defun not-both-cells-clauses (c d values n)
  (declare (xargs :guard (and (integerp c) (integerp d) (integer-listp values) (integerp n))))
  (if (endp values)
      nil
    (cons (list (- (mark c (car values) n)) (- (mark d (car values) n)))
          (not-both-cells-clauses c d (cdr values) n))))

(defun peer-clauses (cell others height width)
  (declare (xargs :guard (and (natp cell) (nat-listp others) (posp height) (posp width))))
  (let ((n (* height width)))
    (cond ((endp others) nil)
          ((peers-p cell (car others) height width)
           (append (not-both-cells-clauses cell (car others) (numbers 1 n) n)
                   (peer-clauses cell (cdr others) height width)))
          (t (peer-clauses cell (cdr others) height width)))))

(defun all-peer-clauses (cells height width)
  (declare (xargs :guard (and (nat-listp cells) (posp height) (posp width))))
  (if (endp cells)
      nil
    (append (peer-clauses (car cells) (cdr cells) height width)
            (all-peer-clauses (cdr cells) height width))))

; A blocked grid is not the answer: some cell has another value.

(defun blocking-clause (cells grid n)
  (declare (xargs :guard (and (natp n) (cells-p cells n) (grid-p grid n))))
  (if (endp cells)
      nil
    (cons (- (mark (car cells) (nth (car cells) grid) n))
          (blocking-clause (cdr cells) grid n))))

(defun grids-p (grids n)
  (declare (xargs :guard (natp n)))
  (if (atom grids)
      (equal grids nil)
    (and (grid-p (car grids) n)
         (grids-p (cdr grids) n))))

(defun blocking-clauses (grids n)
  (declare (xargs :guard (and (posp n) (grids-p grids n))))
  (if (endp grids)
      nil
    (cons (blocking-clause (cells n) (car grids) n)
          (blocking-clauses (cdr grids) n))))

(defun puzzle-clauses (height width givens blocked) ; the formula of the puzzle
  (declare (xargs :guard (and (puzzle-p height width givens)
                              (grids-p blocked (* height width)))))
  (let* ((n (* height width))
         (houses (numbers 0 (1- n))))
    (append (cell-clauses (cells n) n)
            (given-clauses (cells n) givens n)
            (house-clauses 'row houses height width)
            (house-clauses 'column houses height width)
            (house-clauses 'box houses height width)
            (all-one-value-clauses (cells n) n)
            (all-peer-clauses (cells n) height width)
            (blocking-clauses blocked n))))

; ---------------------------------------------------------------------------------------------
; Part 3. The questions
;
; Can the formula be satisfied? `true` is the list of the variables that are true. All others are
; false.

(defun literal-true-p (literal true)
  (if (< literal 0)
      (not (member-equal (- literal) true))
    (member-equal literal true)))

(defun clause-true-p (clause true) ; some literal is true
  (and (consp clause)
       (or (literal-true-p (car clause) true)
           (clause-true-p (cdr clause) true))))

(defun formula-true-p (clauses true) ; all clauses are true
  (or (endp clauses)
      (and (clause-true-p (car clauses) true)
           (formula-true-p (cdr clauses) true))))

(defun-sk satisfiable-p (clauses)
  (exists true (formula-true-p clauses true)))

; Does the puzzle have a solution? A second one that differs from the first? One that is not in a
; list?

(defun-sk solvable-p (height width givens)
  (exists grid (solves-p grid height width givens)))

(defun-sk second-solution-p (height width givens first)
  (exists grid (and (solves-p grid height width givens)
                    (not (equal grid first)))))

(defun-sk another-solution-p (height width givens known)
  (exists grid (and (solves-p grid height width givens)
                    (not (member-equal grid known)))))

; When does ACL2 accept a certificate? The clauses must be the formula of the puzzle in which the
; solutions are blocked. The proved LRAT checker must accept the proof that these clauses cannot be
; satisfied. The checker wants each clause with its number, and fails if a clause is empty. An empty
; clause needs no proof, because it is never true.

(defun all-solve-p (grids height width givens)
  (declare (xargs :guard (puzzle-p height width givens)))
  (if (atom grids)
      (equal grids nil)
    (and (solves-p (car grids) height width givens)
         (all-solve-p (cdr grids) height width givens))))

(defun numbered (clauses first)
  (declare (xargs :guard (and (true-listp clauses) (integerp first))))
  (if (endp clauses)
      nil
    (cons (cons first (car clauses))
          (numbered (cdr clauses) (+ 1 first)))))

(defun refuted-p (clauses proof)
  (declare (xargs :guard (true-listp clauses)))
  (if (member-equal nil clauses)
      t
    (lrat::refutation-p$ proof (numbered clauses 1))))

(defun accepted-p (height width givens solutions clauses proof)
  (and (puzzle-p height width givens)
       (all-solve-p solutions height width givens)
       (equal clauses (puzzle-clauses height width givens solutions))
       (refuted-p clauses proof)))

; ---------------------------------------------------------------------------------------------
; Part 4. Lemmas

(in-theory (disable house-of (house-of)))

; Lists of numbers

(defthm member-numbers
  (implies (and (integerp first) (integerp last))
           (iff (member-equal x (numbers first last))
                (and (integerp x) (<= first x) (<= x last)))))

(defthm no-duplicates-numbers
  (implies (and (integerp first) (integerp last))
           (no-duplicatesp-equal (numbers first last))))

(defthm len-numbers
  (implies (and (integerp first) (integerp last))
           (equal (len (numbers first last)) (nfix (+ 1 last (- first))))))

; Different pencil marks have different numbers.

(defthm times-minus
  (implies (and (integerp n) (integerp c))
           (equal (* n (- c)) (- (* n c))))
  :hints (("Goal" :use ((:instance distributivity (x n) (y c) (z (- c))))
           :in-theory (disable distributivity))))

(defthm mark-of-later-cell
  (implies (and (integerp c) (natp k) (natp n)
                (posp v) (<= v n) (posp w) (<= w n))
           (< (+ (* n c) v) (+ (* n (+ c 1 k)) w)))
  :rule-classes nil)

(defun value-p (value n)
  (and (posp value) (<= value n)))

(defun some-values-p (values n)
  (or (endp values)
      (and (value-p (car values) n)
           (some-values-p (cdr values) n))))

(defthm equal-marks
  (implies (and (cell-p c n) (cell-p d n) (value-p v n) (value-p w n) (natp n))
           (equal (equal (mark c v n) (mark d w n))
                  (and (equal c d) (equal v w))))
  :hints (("Goal" :use ((:instance mark-of-later-cell (k (- d (+ 1 c))))
                        (:instance mark-of-later-cell (c d) (v w) (w v) (k (- c (+ 1 d))))))))

(defthm mark-positive
  (implies (and (cell-p c n) (value-p v n) (natp n))
           (and (integerp (mark c v n)) (< 0 (mark c v n))))
  :rule-classes (:rewrite :type-prescription))

; The cells and the values of a board

(defthm cells-p-numbers
  (implies (and (natp first) (posp n) (< last (* n n)))
           (cells-p (numbers first last) n)))

(defthm cells-p-cells
  (implies (posp n)
           (cells-p (cells n) n)))

(defthm member-cells
  (implies (posp n)
           (iff (member-equal c (cells n)) (cell-p c n))))

(defthm cell-p-member
  (implies (and (cells-p cells n) (member-equal c cells))
           (cell-p c n)))

(defthm no-duplicates-cells
  (implies (integerp n)
           (no-duplicatesp-equal (cells n))))

(defthm len-cells
  (implies (posp n)
           (equal (len (cells n)) (* n n))))

(defthm some-values-p-numbers
  (implies (and (posp first) (posp n) (<= last n))
           (some-values-p (numbers first last) n)))

(defthm member-values
  (implies (natp n)
           (iff (member-equal v (numbers 1 n)) (value-p v n))))

(defthm value-p-bounds
  (implies (value-p v n)
           (and (integerp v) (<= 1 v) (<= v n)))
  :rule-classes :forward-chaining)

(defthm grid-value
  (implies (and (values-p grid 1 n) (natp c) (< c (len grid)))
           (value-p (nth c grid) n)))

(defthm grid-p-value
  (implies (and (grid-p grid n) (cell-p c n))
           (value-p (nth c grid) n)))

(defthm given-or-empty
  (implies (and (values-p givens 0 n) (natp c) (< c (len givens))
                (not (equal (nth c givens) 0)))
           (value-p (nth c givens) n)))

(defthm given-value
  (implies (and (values-p givens 0 n) (equal (len givens) (* n n)) (cell-p c n)
                (not (equal (nth c givens) 0)))
           (value-p (nth c givens) n)))

(in-theory (disable mark (mark) cell-p (cell-p) value-p (value-p) cells (cells)
                    numbers (numbers) grid-p nth member-numbers member-cells member-values))

; The true variables agree with a grid: a mark is true if and only if the cell has the value.

(defun-sk agrees-p (grid true n)
  (forall (c v)
          (implies (and (cell-p c n) (value-p v n))
                   (iff (member-equal (mark c v n) true)
                        (equal (nth c grid) v)))))

(in-theory (disable agrees-p agrees-p-necc))

(defthm literal-of-mark
  (implies (and (cell-p c n) (value-p v n) (natp n))
           (and (iff (literal-true-p (mark c v n) true)
                     (member-equal (mark c v n) true))
                (iff (literal-true-p (- (mark c v n)) true)
                     (not (member-equal (mark c v n) true))))))

(defthm mark-agrees
  (implies (and (agrees-p grid true n) (cell-p c n) (value-p v n))
           (iff (member-equal (mark c v n) true)
                (equal (nth c grid) v)))
  :hints (("Goal" :use agrees-p-necc)))

(in-theory (disable literal-true-p))

; If they agree, each family of clauses is true if and only if the grid obeys its rule.

(defthm formula-true-p-append
  (equal (formula-true-p (append x y) true)
         (and (formula-true-p x true) (formula-true-p y true))))

(defthm cell-marks-true
  (implies (and (agrees-p grid true n) (cell-p c n) (some-values-p values n) (natp n))
           (iff (clause-true-p (cell-marks c values n) true)
                (member-equal (nth c grid) values))))

(defthm cell-clauses-true
  (implies (and (agrees-p grid true n) (grid-p grid n) (cells-p cells n) (posp n))
           (formula-true-p (cell-clauses cells n) true))
  :hints (("Goal" :in-theory (enable member-values))))

(defthm given-clauses-true
  (implies (and (agrees-p grid true n) (cells-p cells n) (posp n)
                (values-p givens 0 n) (equal (len givens) (* n n)))
           (iff (formula-true-p (given-clauses cells givens n) true)
                (givens-kept-p cells givens grid))))

(defthm value-marks-true
  (implies (and (agrees-p grid true n) (value-p v n) (cells-p cells n) (natp n))
           (iff (clause-true-p (value-marks v cells n) true)
                (member-equal v (contents cells grid)))))

(defun houses-have-p (kind houses height width grid) ; each house has each value
  (let ((n (* height width)))
    (or (endp houses)
        (and (subsetp-equal (numbers 1 n)
                            (contents (house kind (car houses) (cells n) height width) grid))
             (houses-have-p kind (cdr houses) height width grid)))))

(defthm value-clauses-true
  (implies (and (agrees-p grid true n) (some-values-p values n) (cells-p cells n) (natp n))
           (iff (formula-true-p (value-clauses values cells n) true)
                (subsetp-equal values (contents cells grid)))))

(defthm cells-p-house
  (implies (cells-p cells n)
           (cells-p (house kind number cells height width) n)))

(defthm house-clauses-true
  (implies (and (agrees-p grid true (* height width)) (posp height) (posp width))
           (iff (formula-true-p (house-clauses kind houses height width) true)
                (houses-have-p kind houses height width grid))))

(defthm not-both-values-clauses-true
  (implies (and (agrees-p grid true n) (cell-p c n) (value-p v n) (some-values-p others n)
                (natp n) (not (member-equal v others)))
           (formula-true-p (not-both-values-clauses c v others n) true)))

(defthm one-value-clauses-true
  (implies (and (agrees-p grid true n) (cell-p c n) (some-values-p values n) (natp n)
                (no-duplicatesp-equal values))
           (formula-true-p (one-value-clauses c values n) true)))

(defthm all-one-value-clauses-true
  (implies (and (agrees-p grid true n) (cells-p cells n) (posp n))
           (formula-true-p (all-one-value-clauses cells n) true)))

(defun differs-from-peers-p (cell others height width grid)
  (or (endp others)
      (and (or (not (peers-p cell (car others) height width))
               (not (equal (nth cell grid) (nth (car others) grid))))
           (differs-from-peers-p cell (cdr others) height width grid))))

(defun peers-differ-p (cells height width grid)
  (or (endp cells)
      (and (differs-from-peers-p (car cells) (cdr cells) height width grid)
           (peers-differ-p (cdr cells) height width grid))))

(in-theory (disable peers-p))

(defthm different-values-true
  (implies (and (agrees-p grid true n) (cell-p c n) (cell-p d n) (some-values-p values n)
                (natp n) (not (equal (nth c grid) (nth d grid))))
           (formula-true-p (not-both-cells-clauses c d values n) true)))

(defthm not-both-cells-clauses-true
  (implies (and (agrees-p grid true n) (cell-p c n) (cell-p d n) (some-values-p values n)
                (natp n))
           (iff (formula-true-p (not-both-cells-clauses c d values n) true)
                (not (and (equal (nth c grid) (nth d grid))
                          (member-equal (nth c grid) values))))))

(defthm peer-clauses-true
  (let ((n (* height width)))
    (implies (and (agrees-p grid true n) (grid-p grid n) (posp height) (posp width)
                  (cell-p c n) (cells-p others n))
             (iff (formula-true-p (peer-clauses c others height width) true)
                  (differs-from-peers-p c others height width grid))))
  :hints (("Goal" :induct (peer-clauses c others height width)
           :in-theory (enable member-values))))

(defthm all-peer-clauses-true
  (let ((n (* height width)))
    (implies (and (agrees-p grid true n) (grid-p grid n) (posp height) (posp width)
                  (cells-p cells n))
             (iff (formula-true-p (all-peer-clauses cells height width) true)
                  (peers-differ-p cells height width grid))))
  :hints (("Goal" :induct (all-peer-clauses cells height width))))

(defun same-in-cells-p (cells x y)
  (or (endp cells)
      (and (equal (nth (car cells) x) (nth (car cells) y))
           (same-in-cells-p (cdr cells) x y))))

(defthm blocking-clause-true
  (implies (and (agrees-p grid true n) (grid-p blocked n) (cells-p cells n) (natp n))
           (iff (clause-true-p (blocking-clause cells blocked n) true)
                (not (same-in-cells-p cells grid blocked)))))

; Two grids that are the same in all cells are equal.

(encapsulate ()
  (local (in-theory (enable numbers)))

  (local
   (defthm nthcdr-step
     (implies (and (natp k) (consp (nthcdr k x)))
              (and (equal (nthcdr (+ 1 k) x) (cdr (nthcdr k x)))
                   (equal (nth k x) (car (nthcdr k x)))))
     :hints (("Goal" :in-theory (enable nth)))))

  (local
   (defthm consp-nthcdr
     (implies (and (natp k) (< k (len x)))
              (consp (nthcdr k x)))))

  (local
   (defthm nthcdr-end
     (implies (and (true-listp x) (<= (len x) k) (natp k))
              (equal (nthcdr k x) nil))))

  (local
   (defthm equal-pairs
     (implies (and (consp x) (consp y))
              (equal (equal x y)
                     (and (equal (car x) (car y)) (equal (cdr x) (cdr y)))))))

  (local
   (defthm same-from
     (implies (and (natp k) (true-listp x) (true-listp y) (equal (len x) (len y))
                   (equal last (1- (len x)))
                   (same-in-cells-p (numbers k last) x y))
              (equal (nthcdr k x) (nthcdr k y)))
     :hints (("Goal" :induct (numbers k last) :in-theory (disable nthcdr)))
     :rule-classes nil))

  (local
   (defthm true-listp-values
     (implies (values-p x low high)
              (true-listp x))))

  (local
   (defthm same-as-itself
     (same-in-cells-p cells x x)))

  (defthm same-in-all-cells
    (implies (and (grid-p x n) (grid-p y n))
             (iff (same-in-cells-p (cells n) x y)
                  (equal x y)))
    :hints (("Goal" :in-theory (enable grid-p cells)
             :use ((:instance same-from (k 0) (last (1- (* n n)))))))))

(defthm blocking-clauses-true
  (implies (and (agrees-p grid true n) (grid-p grid n) (grids-p grids n) (posp n))
           (iff (formula-true-p (blocking-clauses grids n) true)
                (not (member-equal grid grids)))))

; The rules follow from the clauses: each house has each value, and no two peers are equal.

(defthm no-occurrence
  (implies (not (member-equal v list))
           (equal (occurrences v list) 0)))

(defthm occurrences-without-duplicates
  (implies (no-duplicatesp-equal list)
           (equal (occurrences v list)
                  (if (member-equal v list) 1 0))))

(defthm each-once-without-duplicates
  (implies (and (subsetp-equal values list) (no-duplicatesp-equal list))
           (each-once-p values list)))

(defun kind-p (kind)
  (member-equal kind '(row column box)))

(defthm differs-in-house
  (implies (and (differs-from-peers-p c others height width grid)
                (kind-p kind)
                (equal (house-of kind c height width) number))
           (not (member-equal (nth c grid)
                              (contents (house kind number others height width) grid))))
  :hints (("Goal" :in-theory (enable peers-p))))

(in-theory (disable kind-p))

(defthm peers-differ-in-house
  (implies (and (peers-differ-p cells height width grid) (kind-p kind))
           (no-duplicatesp-equal
            (contents (house kind number cells height width) grid))))

(defthm houses-have-hold
  (implies (and (houses-have-p kind houses height width grid)
                (peers-differ-p (cells (* height width)) height width grid)
                (kind-p kind))
           (houses-hold-p kind houses height width grid)))

; The clauses follow from the rules.

(defthm each-once-all-occur
  (implies (each-once-p values list)
           (subsetp-equal values list))
  :hints (("Subgoal *1/1" :use ((:instance no-occurrence (v (car values)))))))

(defthm houses-hold-have
  (implies (houses-hold-p kind houses height width grid)
           (houses-have-p kind houses height width grid)))

(defthm some-occurrence
  (implies (member-equal v list)
           (< 0 (occurrences v list)))
  :rule-classes :linear)

(defthm member-contents
  (implies (member-equal c cells)
           (member-equal (nth c grid) (contents cells grid))))

(defthm two-occurrences
  (implies (and (member-equal c cells) (member-equal d cells) (not (equal c d))
                (equal (nth c grid) (nth d grid)))
           (< 1 (occurrences (nth c grid) (contents cells grid))))
  :rule-classes nil)

(defthm each-once-value
  (implies (and (each-once-p values list) (member-equal v values))
           (equal (occurrences v list) 1))
  :rule-classes nil)

(defthm houses-hold-in-house
  (implies (and (houses-hold-p kind houses height width grid) (member-equal number houses))
           (each-once-p (numbers 1 (* height width))
                        (contents (house kind number (cells (* height width)) height width)
                                  grid)))
  :rule-classes nil)

(defthm member-house
  (iff (member-equal c (house kind number cells height width))
       (and (member-equal c cells)
            (equal (house-of kind c height width) number))))

(encapsulate () ; a board with n * n cells has n houses of each kind
  (local
   (encapsulate ()
     (local (include-book "arithmetic-5/top" :dir :system))

     (defthm floor-less
       (implies (and (natp x) (posp y) (posp z) (< x (* y z)))
                (and (natp (floor x y)) (< (floor x y) z)))
       :hints (("Goal" :nonlinearp t))
       :rule-classes nil)

     (defthm mod-less
       (implies (and (natp x) (posp y))
                (and (natp (mod x y)) (< (mod x y) y)))
       :rule-classes nil)

     (defthm box-less
       (implies (and (posp height) (posp width)
                     (natp a) (natp b) (< a width) (< b height))
                (< (+ (* height a) b) (* height width)))
       :hints (("Goal" :nonlinearp t))
       :rule-classes nil)))

  (defthm house-of-range
    (let ((n (* height width)))
      (implies (and (posp height) (posp width) (cell-p c n))
               (member-equal (house-of kind c height width) (numbers 0 (1- n)))))
    :hints (("Goal" :in-theory (e/d (house-of cell-p member-numbers) (floor mod))
             :use ((:instance floor-less (x c) (y (* height width)) (z (* height width)))
                   (:instance mod-less (x c) (y (* height width)))
                   (:instance floor-less (x (floor c (* height width))) (y height) (z width))
                   (:instance floor-less (x (mod c (* height width))) (y width) (z height))
                   (:instance box-less
                              (a (floor (floor c (* height width)) height))
                              (b (floor (mod c (* height width)) width))))))))

(defthm houses-hold-differ
  (let ((n (* height width)))
    (implies (and (houses-hold-p kind (numbers 0 (1- n)) height width grid)
                  (posp height) (posp width) (grid-p grid n)
                  (cell-p c n) (cell-p d n) (not (equal c d))
                  (equal (house-of kind c height width) (house-of kind d height width)))
             (not (equal (nth c grid) (nth d grid)))))
  :rule-classes nil
  :hints (("Goal" :in-theory (enable member-values member-cells)
           :use ((:instance houses-hold-in-house
                            (number (house-of kind c height width))
                            (houses (numbers 0 (1- (* height width)))))
                 (:instance each-once-value
                            (v (nth c grid))
                            (values (numbers 1 (* height width)))
                            (list (contents (house kind (house-of kind c height width)
                                                   (cells (* height width)) height width)
                                            grid)))
                 (:instance two-occurrences
                            (cells (house kind (house-of kind c height width)
                                          (cells (* height width)) height width)))))))

(defthm rules-hold-for-peers
  (let ((n (* height width)))
    (implies (and (rules-hold-p height width grid)
                  (posp height) (posp width) (grid-p grid n)
                  (cell-p c n) (cell-p d n) (not (equal c d))
                  (peers-p c d height width))
             (not (equal (nth c grid) (nth d grid)))))
  :hints (("Goal" :in-theory (enable peers-p)
           :use ((:instance houses-hold-differ (kind 'row))
                 (:instance houses-hold-differ (kind 'column))
                 (:instance houses-hold-differ (kind 'box))))))

(in-theory (disable rules-hold-p))

(defthm rules-hold-differs-from-peers
  (let ((n (* height width)))
    (implies (and (rules-hold-p height width grid)
                  (posp height) (posp width) (grid-p grid n)
                  (cell-p c n) (cells-p others n) (not (member-equal c others)))
             (differs-from-peers-p c others height width grid))))

(defthm rules-hold-peers-differ
  (let ((n (* height width)))
    (implies (and (rules-hold-p height width grid)
                  (posp height) (posp width) (grid-p grid n)
                  (cells-p cells n) (no-duplicatesp-equal cells))
             (peers-differ-p cells height width grid))))

(defthm rules-hold-for-clauses
  (let* ((n (* height width))
         (houses (numbers 0 (1- n))))
    (implies (and (posp height) (posp width) (grid-p grid n))
             (iff (rules-hold-p height width grid)
                  (and (houses-have-p 'row houses height width grid)
                       (houses-have-p 'column houses height width grid)
                       (houses-have-p 'box houses height width grid)
                       (peers-differ-p (cells n) height width grid)))))
  :rule-classes nil
  :hints (("Goal" :in-theory (e/d (rules-hold-p)
                                  (rules-hold-peers-differ
                                   houses-hold-p houses-have-p peers-differ-p))
           :use ((:instance rules-hold-peers-differ (cells (cells (* height width))))))))

(defthm agreeing-clauses
  (let ((n (* height width)))
    (implies (and (puzzle-p height width givens)
                  (grid-p grid n) (grids-p blocked n) (agrees-p grid true n))
             (iff (formula-true-p (puzzle-clauses height width givens blocked) true)
                  (and (solves-p grid height width givens)
                       (not (member-equal grid blocked))))))
  :rule-classes nil
  :hints (("Goal" :use rules-hold-for-clauses
           :in-theory (disable rules-hold-p houses-have-p peers-differ-p givens-kept-p
                               cell-clauses given-clauses house-clauses
                               all-one-value-clauses all-peer-clauses blocking-clauses
                               formula-true-p))))

(defthm puzzle-p-size
  (implies (puzzle-p height width givens)
           (and (posp height) (posp width)))
  :rule-classes :forward-chaining)

(defthm solves-p-grid-p
  (implies (solves-p grid height width givens)
           (grid-p grid (* height width)))
  :rule-classes :forward-chaining)

(defthm puzzle-clauses-of-cells
  (implies (formula-true-p (puzzle-clauses height width givens blocked) true)
           (let ((n (* height width)))
             (and (formula-true-p (cell-clauses (cells n) n) true)
                  (formula-true-p (all-one-value-clauses (cells n) n) true))))
  :hints (("Goal" :in-theory (disable formula-true-p cell-clauses all-one-value-clauses)))
  :rule-classes :forward-chaining)

(in-theory (disable puzzle-p puzzle-clauses solves-p))

; From a solution to true variables

(defun marks-of-grid (cells grid n)
  (if (endp cells)
      nil
    (cons (mark (car cells) (nth (car cells) grid) n)
          (marks-of-grid (cdr cells) grid n))))

(defthm member-marks-of-grid
  (implies (and (cells-p cells n) (grid-p grid n) (cell-p c n) (value-p v n) (natp n))
           (iff (member-equal (mark c v n) (marks-of-grid cells grid n))
                (and (member-equal c cells)
                     (equal (nth c grid) v)))))

(defthm marks-of-grid-agree
  (implies (and (grid-p grid n) (posp n))
           (agrees-p grid (marks-of-grid (cells n) grid n) n))
  :hints (("Goal" :in-theory (enable agrees-p member-cells))))

(defthm solution-satisfies
  (let ((n (* height width)))
    (implies (and (puzzle-p height width givens) (grids-p blocked n)
                  (solves-p grid height width givens) (not (member-equal grid blocked)))
             (formula-true-p (puzzle-clauses height width givens blocked)
                             (marks-of-grid (cells n) grid n))))
  :rule-classes nil
  :hints (("Goal" :use ((:instance agreeing-clauses
                                   (true (marks-of-grid (cells (* height width)) grid
                                                        (* height width))))))))

; From true variables to a solution

(defun value-of-cell (cell values true n) ; the first value whose mark is true
  (cond ((endp values) 0)
        ((member-equal (mark cell (car values) n) true) (car values))
        (t (value-of-cell cell (cdr values) true n))))

(defun grid-of-marks (cells true n)
  (if (endp cells)
      nil
    (cons (value-of-cell (car cells) (numbers 1 n) true n)
          (grid-of-marks (cdr cells) true n))))

(defthm value-of-cell-true
  (implies (and (clause-true-p (cell-marks c values n) true)
                (cell-p c n) (some-values-p values n) (natp n))
           (member-equal (mark c (value-of-cell c values true n) n) true)))

(defthm value-of-cell-value
  (implies (and (clause-true-p (cell-marks c values n) true)
                (cell-p c n) (some-values-p values n) (natp n))
           (and (member-equal (value-of-cell c values true n) values)
                (value-p (value-of-cell c values true n) n))))

(defthm value-of-cell-bounds
  (implies (and (clause-true-p (cell-marks c values n) true)
                (cell-p c n) (some-values-p values n) (natp n))
           (let ((value (value-of-cell c values true n)))
             (and (integerp value) (<= 1 value) (<= value n))))
  :hints (("Goal" :in-theory (disable value-of-cell-value) :use value-of-cell-value)))

(defthm cell-has-value
  (implies (and (formula-true-p (cell-clauses cells n) true) (member-equal c cells))
           (clause-true-p (cell-marks c (numbers 1 n) n) true)))

(defthm cell-has-one-value
  (implies (and (formula-true-p (all-one-value-clauses cells n) true) (member-equal c cells))
           (formula-true-p (one-value-clauses c (numbers 1 n) n) true)))

(defthm two-values-1
  (implies (and (member-equal (mark c v n) true) (member-equal (mark c w n) true)
                (cell-p c n) (value-p v n) (value-p w n) (natp n) (member-equal w others))
           (not (formula-true-p (not-both-values-clauses c v others n) true))))

(defthm two-values
  (implies (and (member-equal (mark c v n) true) (member-equal (mark c w n) true)
                (cell-p c n) (value-p v n) (value-p w n) (natp n)
                (member-equal v values) (member-equal w values) (not (equal v w)))
           (not (formula-true-p (one-value-clauses c values n) true)))
  :rule-classes nil)

(defthm marked-value
  (implies (and (formula-true-p (cell-clauses (cells n) n) true)
                (formula-true-p (all-one-value-clauses (cells n) n) true)
                (cell-p c n) (value-p v n) (posp n))
           (iff (member-equal (mark c v n) true)
                (equal (value-of-cell c (numbers 1 n) true n) v)))
  :hints (("Goal" :in-theory (e/d (member-cells member-values)
                                  (cell-has-value cell-has-one-value value-of-cell-true))
           :use ((:instance cell-has-value (cells (cells n)))
                 (:instance cell-has-one-value (cells (cells n)))
                 (:instance value-of-cell-true (values (numbers 1 n)))
                 (:instance value-of-cell-value (values (numbers 1 n)))
                 (:instance two-values (values (numbers 1 n))
                            (w (value-of-cell c (numbers 1 n) true n)))))))

(defthm values-p-grid-of-marks
  (implies (and (formula-true-p (cell-clauses cells n) true) (cells-p cells n) (posp n))
           (values-p (grid-of-marks cells true n) 1 n)))

(defthm len-grid-of-marks
  (equal (len (grid-of-marks cells true n)) (len cells)))

(defthm grid-p-grid-of-marks
  (implies (and (formula-true-p (cell-clauses (cells n) n) true) (posp n))
           (grid-p (grid-of-marks (cells n) true n) n))
  :hints (("Goal" :in-theory (enable grid-p))))

(encapsulate ()
  (local
   (defun steps (first c)
     (if (zp c) first (steps (1+ first) (1- c)))))

  (local
   (defthm nth-from
     (implies (and (natp c) (integerp first) (integerp last) (<= (+ first c) last))
              (equal (nth c (grid-of-marks (numbers first last) true n))
                     (value-of-cell (+ first c) (numbers 1 n) true n)))
     :hints (("Goal" :induct (steps first c) :in-theory (e/d (nth) (value-of-cell))
              :expand ((numbers first last))))))

  (defthm nth-grid-of-marks
    (implies (and (cell-p c n) (posp n))
             (equal (nth c (grid-of-marks (cells n) true n))
                    (value-of-cell c (numbers 1 n) true n)))
    :hints (("Goal" :in-theory (enable cells cell-p)))))

(defthm grid-of-marks-agrees
  (implies (and (formula-true-p (cell-clauses (cells n) n) true)
                (formula-true-p (all-one-value-clauses (cells n) n) true)
                (posp n))
           (agrees-p (grid-of-marks (cells n) true n) true n))
  :hints (("Goal" :in-theory (e/d (agrees-p) (grid-of-marks)))))

(defthm satisfying-gives-solution
  (let* ((n (* height width))
         (grid (grid-of-marks (cells n) true n)))
    (implies (and (puzzle-p height width givens) (grids-p blocked n)
                  (formula-true-p (puzzle-clauses height width givens blocked) true))
             (and (solves-p grid height width givens)
                  (not (member-equal grid blocked)))))
  :rule-classes nil
  :hints (("Goal" :in-theory (disable grid-of-marks)
           :use ((:instance agreeing-clauses
                            (grid (grid-of-marks (cells (* height width)) true
                                                 (* height width))))))))

; Our formulas for the LRAT checker. For this checker, an assignment is a list of true literals.

(defun literals (variables true)
  (cond ((endp variables) nil)
        ((member-equal (car variables) true)
         (cons (car variables) (literals (cdr variables) true)))
        (t (cons (- (car variables)) (literals (cdr variables) true)))))

(defun within-p (clause most)
  (or (endp clause)
      (and (<= (abs (car clause)) most)
           (within-p (cdr clause) most))))

(defun all-within-p (clauses most)
  (or (endp clauses)
      (and (within-p (car clauses) most)
           (all-within-p (cdr clauses) most))))

(defun largest (clause)
  (if (endp clause)
      0
    (max (abs (car clause)) (largest (cdr clause)))))

(defun largest-of-all (clauses)
  (if (endp clauses)
      0
    (max (largest (car clauses)) (largest-of-all (cdr clauses)))))

(defun literal-lists-p (clauses)
  (or (endp clauses)
      (and (lrat::literal-listp (car clauses))
           (literal-lists-p (cdr clauses)))))

(defthm within-p-more
  (implies (and (within-p clause most) (<= most more))
           (within-p clause more)))

(defthm all-within-p-more
  (implies (and (all-within-p clauses most) (<= most more))
           (all-within-p clauses more)))

(defthm within-p-largest
  (within-p clause (largest clause)))

(defthm all-within-p-largest
  (all-within-p clauses (largest-of-all clauses)))

(defthm natp-largest
  (implies (lrat::literal-listp clause)
           (natp (largest clause)))
  :rule-classes :type-prescription)

(defthm natp-largest-of-all
  (implies (literal-lists-p clauses)
           (natp (largest-of-all clauses)))
  :rule-classes :type-prescription)

(defthm member-literals
  (implies (and (integerp literal) (not (equal literal 0)) (posp first) (integerp last))
           (iff (member-equal literal (literals (numbers first last) true))
                (and (<= first (abs literal))
                     (<= (abs literal) last)
                     (literal-true-p literal true))))
  :hints (("Goal" :induct (numbers first last) :in-theory (enable numbers literal-true-p))))

(defthm assignment-literals
  (implies (and (posp first) (integerp last))
           (lrat::clause-or-assignment-p (literals (numbers first last) true)))
  :hints (("Goal" :induct (numbers first last)
           :in-theory (enable numbers literal-true-p lrat::clause-or-assignment-p))))

(defthm evaluate-clause-literals
  (implies (and (clause-true-p clause true) (lrat::literal-listp clause)
                (within-p clause most) (natp most))
           (equal (lrat::evaluate-clause clause (literals (numbers 1 most) true))
                  t)))

(defthm evaluate-numbered
  (implies (and (formula-true-p clauses true)
                (literal-lists-p clauses) (all-within-p clauses most) (natp most)
                (hons-assoc-equal i (numbered clauses first)))
           (equal (lrat::evaluate-clause (cdr (hons-assoc-equal i (numbered clauses first)))
                                         (literals (numbers 1 most) true))
                  t)))

(defthm formula-p-literal-lists-p
  (implies (and (lrat::formula-p (numbered clauses first)) (formula-true-p clauses true))
           (literal-lists-p clauses))
  :rule-classes nil)

(defthm satisfiable-for-checker
  (implies (and (lrat::formula-p (numbered clauses 1)) (formula-true-p clauses true))
           (lrat::satisfiable (numbered clauses 1)))
  :rule-classes nil
  :hints (("Goal" :in-theory (e/d (lrat::formula-truep) (lrat::clause-or-assignment-p))
           :do-not-induct t
           :use ((:instance formula-p-literal-lists-p (first 1))
                 (:instance lrat::satisfiable-suff
                            (formula (numbered clauses 1))
                            (lrat::assignment
                             (literals (numbers 1 (largest-of-all clauses)) true)))))))

(defthm empty-clause-is-false
  (implies (member-equal nil clauses)
           (not (formula-true-p clauses true))))

(defthm refuted-is-unsatisfiable
  (implies (refuted-p clauses proof)
           (not (satisfiable-p clauses)))
  :rule-classes nil
  :hints (("Goal" :in-theory (disable lrat::main-theorem-stobj-based lrat::valid-proofp$)
           :use (satisfiable-p
                 (:instance lrat::main-theorem-stobj-based
                            (lrat::formula (numbered clauses 1))
                            (lrat::proof proof))
                 (:instance satisfiable-for-checker
                            (true (satisfiable-p-witness clauses)))))))

(defthm grids-p-solutions
  (implies (all-solve-p grids height width givens)
           (grids-p grids (* height width))))

(defthm solves-p-member
  (implies (and (all-solve-p grids height width givens) (member-equal grid grids))
           (solves-p grid height width givens)))

(in-theory (disable satisfiable-p satisfiable-p-suff solvable-p solvable-p-suff
                    second-solution-p second-solution-p-suff
                    another-solution-p another-solution-p-suff refuted-p))

; ---------------------------------------------------------------------------------------------
; Part 5. The theorems
;
; The formula in which some grids are blocked can be satisfied if and only if the puzzle has another
; solution.

(defthm satisfiable-iff-another-solution
  (implies (and (puzzle-p height width givens)
                (grids-p blocked (* height width)))
           (iff (satisfiable-p (puzzle-clauses height width givens blocked))
                (another-solution-p height width givens blocked)))
  :hints (("Goal"
           :use ((:instance satisfiable-p
                            (clauses (puzzle-clauses height width givens blocked)))
                 (:instance another-solution-p (known blocked))
                 (:instance satisfiable-p-suff
                            (clauses (puzzle-clauses height width givens blocked))
                            (true (marks-of-grid
                                   (cells (* height width))
                                   (another-solution-p-witness height width givens blocked)
                                   (* height width))))
                 (:instance another-solution-p-suff
                            (known blocked)
                            (grid (grid-of-marks
                                   (cells (* height width))
                                   (satisfiable-p-witness
                                    (puzzle-clauses height width givens blocked))
                                   (* height width))))
                 (:instance satisfying-gives-solution
                            (true (satisfiable-p-witness
                                   (puzzle-clauses height width givens blocked))))
                 (:instance solution-satisfies
                            (grid (another-solution-p-witness height width givens
                                                              blocked)))))))

; So the formula of a puzzle can be satisfied if and only if the puzzle has a solution.

(defthm satisfiable-iff-solvable
  (implies (puzzle-p height width givens)
           (iff (satisfiable-p (puzzle-clauses height width givens nil))
                (solvable-p height width givens)))
  :hints (("Goal"
           :use (solvable-p
                 (:instance another-solution-p (known nil))
                 (:instance solvable-p-suff
                            (grid (another-solution-p-witness height width givens nil)))
                 (:instance another-solution-p-suff
                            (known nil)
                            (grid (solvable-p-witness height width givens)))))))

; With one blocked grid, it can be satisfied if and only if the puzzle has a solution that differs
; from this grid.

(defthm satisfiable-iff-second-solution
  (implies (and (puzzle-p height width givens)
                (grid-p first (* height width)))
           (iff (satisfiable-p (puzzle-clauses height width givens (list first)))
                (second-solution-p height width givens first)))
  :hints (("Goal"
           :use (second-solution-p
                 (:instance another-solution-p (known (list first)))
                 (:instance second-solution-p-suff
                            (grid (another-solution-p-witness height width givens
                                                              (list first))))
                 (:instance another-solution-p-suff
                            (known (list first))
                            (grid (second-solution-p-witness height width givens
                                                             first)))))))

; If ACL2 accepts a certificate, the solutions in it are all solutions of the puzzle.

(defthm accepted-solutions-are-all
  (implies (accepted-p height width givens solutions clauses proof)
           (iff (solves-p grid height width givens)
                (member-equal grid solutions)))
  :rule-classes nil
  :hints (("Goal"
           :use ((:instance refuted-is-unsatisfiable
                            (clauses (puzzle-clauses height width givens solutions)))
                 (:instance another-solution-p-suff (known solutions))))))

; So a certificate with one solution is accepted only if the puzzle has exactly this solution.

(defthm accepted-solution-is-unique
  (implies (accepted-p height width givens (list solution) clauses proof)
           (iff (solves-p grid height width givens)
                (equal grid solution)))
  :rule-classes nil
  :hints (("Goal" :use ((:instance accepted-solutions-are-all
                                   (solutions (list solution)))))))

; ---------------------------------------------------------------------------------------------
; Part 6. Reading the files of a certificate
;
; First ACL2 proves that each function gets only arguments that it is for. So the fast code computes
; the same values as the definitions above.

(verify-guards numbers)
(verify-guards cells)
(verify-guards house-of)
(verify-guards house)
(verify-guards contents)
(verify-guards occurrences)
(verify-guards each-once-p)

(defthm integer-listp-numbers
  (integer-listp (numbers first last))
  :hints (("Goal" :in-theory (enable numbers))))

(defthm nat-listp-numbers
  (implies (natp first)
           (nat-listp (numbers first last)))
  :hints (("Goal" :in-theory (enable numbers))))

(defthm nat-listp-cells
  (nat-listp (cells n))
  :hints (("Goal" :in-theory (enable cells))))

(defthm nat-listp-house
  (implies (nat-listp cells)
           (nat-listp (house kind number cells height width))))

(defthm integer-listp-when-nat-listp
  (implies (nat-listp list)
           (integer-listp list)))

(defthm true-listp-when-nat-listp
  (implies (nat-listp list)
           (true-listp list)))

(defthm true-listp-when-integer-listp
  (implies (integer-listp list)
           (true-listp list)))

(defthm true-listp-contents
  (true-listp (contents cells grid)))

(defthm true-listp-values
  (implies (values-p list low high)
           (true-listp list)))

(defthm true-listp-grid
  (implies (grid-p grid n)
           (true-listp grid))
  :hints (("Goal" :in-theory (enable grid-p))))

(defthm natp-cell
  (implies (cell-p c n)
           (natp c))
  :hints (("Goal" :in-theory (enable cell-p)))
  :rule-classes :forward-chaining)

(defthm natp-car-cells
  (implies (and (cells-p cells n) (consp cells))
           (and (cell-p (car cells) n)
                (integerp (car cells))
                (<= 0 (car cells)))))

(defthm integerp-given
  (implies (and (values-p givens 0 n) (equal (len givens) (* n n)) (cell-p c n))
           (integerp (nth c givens)))
  :hints (("Goal" :use given-value :in-theory (disable given-value))))

(defthm integerp-in-grid
  (implies (and (grid-p grid n) (cell-p c n))
           (integerp (nth c grid)))
  :hints (("Goal" :use grid-p-value :in-theory (disable grid-p-value))))

(verify-guards houses-hold-p)
(verify-guards rules-hold-p)
(verify-guards values-p)
(verify-guards grid-p)
(verify-guards puzzle-p)
(verify-guards givens-kept-p)
(verify-guards solves-p :hints (("Goal" :in-theory (enable puzzle-p))))
(verify-guards mark)
(verify-guards cell-p)
(verify-guards cells-p)
(verify-guards cell-marks)
(verify-guards cell-clauses)
(verify-guards given-clauses)
(verify-guards value-marks)
(verify-guards value-clauses)
(verify-guards house-clauses)
(verify-guards not-both-values-clauses)
(verify-guards one-value-clauses)
(verify-guards all-one-value-clauses)
(verify-guards peers-p)
(verify-guards not-both-cells-clauses)
(verify-guards peer-clauses)
(verify-guards all-peer-clauses)
(verify-guards blocking-clause)
(verify-guards grids-p)
(verify-guards blocking-clauses)
(verify-guards puzzle-clauses :hints (("Goal" :in-theory (enable puzzle-p))))
(verify-guards all-solve-p)
(verify-guards numbered)

(defthm true-listp-clauses
  (true-listp (puzzle-clauses height width givens blocked))
  :rule-classes :type-prescription)

(verify-guards refuted-p)
(verify-guards accepted-p)

; The files are lists of numbers. You must trust that the claim is read correctly, but not the
; formula and the proof, because the theorems hold for any clauses and any proof. The text is read
; from its end to its start. The digits so far make `number`, and `unit` is 1, 10, 100 ... for the
; next digit.

(program)
(set-state-ok t)

(defun lines-of (text i number unit line lines)
  (declare (type string text) (type (signed-byte 60) i number unit))
  (let ((char (if (< i 0) #\Newline (char text i)))
        (next (the (signed-byte 60) (1- i))))
    (case char
      ((#\Newline #\Space)
       (let* ((line (if (eql unit 1) line (cons number line)))
              (ends (eql char #\Newline))
              (lines (if (and ends line) (cons line lines) lines)))
         (if (< i 0)
             lines
           (lines-of text next 0 1 (if ends nil line) lines))))
      (#\- (lines-of text next (the (signed-byte 60) (- number)) unit line lines))
      (t (let ((digit (the (signed-byte 60) (- (char-code char) 48))))
           (declare (type (signed-byte 60) digit))
           (lines-of text next
                     (the (signed-byte 60)
                          (+ number (the (signed-byte 60) (* unit digit))))
                     (the (signed-byte 60) (* 10 unit))
                     line lines))))))

(defun read-lines (file state) ; a list of numbers for each line
  (let ((text (read-file-into-string file)))
    (lines-of text (1- (length text)) 0 1 nil nil)))

(defun until-zero (line)
  (if (or (endp line) (eql (car line) 0))
      nil
    (cons (car line) (until-zero (cdr line)))))

(defun clauses-of (lines) ; the lines of a DIMACS file after its first line
  (if (endp lines)
      nil
    (cons (until-zero (car lines)) (clauses-of (cdr lines)))))

(defun steps-of (lines) ; the lines of an LRAT file: the number, the lemma, 0, the hints, 0
  (if (endp lines)
      nil
    (let ((hints (cdr (member 0 (car lines)))))
      (cons (list* (cons (caar lines) (until-zero (cdar lines))) (until-zero hints) nil)
            (steps-of (cdr lines))))))

; The checker has a table of the clauses, and does not free it. So at the end, the proof deletes all
; clauses that the last step does not need, and repeats the last step. Then the table is freed.

(defun freeing-steps-of (lines)
  (let* ((end (car (last lines)))
         (hints (until-zero (cdr (member 0 end)))))
    (append (steps-of lines)
            (list (cons t (set-difference$ (numbers 1 (car end)) hints))
                  (list* (list (1+ (car end))) hints nil)))))

; The checker reserves memory for the largest variable. A proof is refused if it has a number that
; is too large for a variable and for a clause.

(defun small-p (clauses lines)
  (<= (largest-of-all lines)
      (+ (len clauses) (len lines) (largest-of-all clauses))))

; The claim has a line with the height and the width of a box, a line with the givens, and a line
; for each solution.

(defun puzzle-proved (formula proof claim state)
  (let ((clauses (clauses-of (cdr (read-lines formula state))))
        (proof (read-lines proof state))
        (claim (read-lines claim state)))
    (mv (and (small-p clauses proof)
             (accepted-p (car (car claim)) (cadr (car claim)) (cadr claim) (cddr claim)
                         clauses (freeing-steps-of proof)))
        state)))

(defun clauses-refuted (formula proof state)
  (let ((clauses (clauses-of (cdr (read-lines formula state))))
        (proof (read-lines proof state)))
    (mv (and (small-p clauses proof)
             (refuted-p clauses (freeing-steps-of proof)))
        state)))

(logic)
