; The clauses of any puzzle of nonet follow from its rules: a proof in ACL2.
;
; `sudoku.lisp` is about classic puzzles. This file is about all others: killers, thermometers,
; arrows, dots and so on. nonet rewrites the rules of a puzzle as *primitives*, such as "these cells
; differ" or "these cells have this sum". ACL2 reads the primitives, not the names of the rules.
;
; nonet also writes a formula, which says that the puzzle has a solution other than the known ones.
; ACL2 does not write this formula itself. It checks each clause of the formula: the clause must
; follow from one primitive, or from the candidates of one cell. Then every other solution would
; satisfy the formula. The proved LRAT checker shows that nothing satisfies it. So there is no other
; solution.
;
; If you know Sudoku but not ACL2, read part 1 and the theorem in part 5. `sudoku.lisp` explains the
; few words of ACL2 that they need. `nonet verify --with acl2` loads both files.

(in-package "ACL2")

(set-verify-guards-eagerness 0)

; ---------------------------------------------------------------------------------------------
; Part 1. Puzzles
;
; A grid is a list of whole numbers. A cell is a place in this list, counted from 0. A puzzle has a
; list of candidates for each cell, and a list of primitives. If a cell has a given, the given is
; its only candidate.

(defun candidates-hold-p (candidates grid) ; each cell of the grid has one of its candidates
  (declare (xargs :guard (true-list-listp candidates)))
  (if (endp candidates)
      (equal grid nil)
    (and (consp grid)
         (member-equal (car grid) (car candidates))
         (candidates-hold-p (cdr candidates) (cdr grid)))))

; A primitive is one of these lists. The dots stand for more of the same.
;
;   (different cell ...)             no value occurs twice in these cells
;   (among cell value ...)           the cell has one of these values
;   (pair a b (v w) ...)             the cells a and b have one of these pairs of values
;   (sum places totals)              the sum of these cells is one of the totals
;   (at-most places total)           the sum is at most the total
;   (at-least places total)          the sum is at least the total
;   (count places counts values)     the number of cells with one of the values is one of the counts
;   (word places accepting moves)    an automaton accepts the values of the cells, in this order
;   (any primitives ...)             all primitives of one of these lists hold
;
; A place is a pair of a coefficient and a cell. A sum multiplies the value of the cell by the
; coefficient. A count counts the cell so many times.
;
; The next functions say that a primitive has this form.

(defun places-p (places)
  (declare (xargs :guard t))
  (if (atom places)
      (equal places nil)
    (and (consp (car places))
         (integerp (car (car places)))
         (natp (cdr (car places)))
         (places-p (cdr places)))))

(defun moves-p (moves)
  (declare (xargs :guard t))
  (if (atom moves)
      (equal moves nil)
    (and (alistp (car moves))
         (moves-p (cdr moves)))))

(defun reading-p (primitive) ; a sum, a count or a word
  (declare (xargs :guard t))
  (and (true-listp primitive)
       (places-p (cadr primitive))
       (case (car primitive)
         ((at-most at-least) (integerp (caddr primitive)))
         (sum (integer-listp (caddr primitive)))
         (count (and (integer-listp (caddr primitive))
                     (true-listp (cadddr primitive))))
         (otherwise (and (true-listp (caddr primitive))
                         (moves-p (cadddr primitive)))))))

(mutual-recursion

 (defun primitive-p (primitive)
   (declare (xargs :guard t))
   (and (true-listp primitive)
        (case (car primitive)
          (different (nat-listp (cdr primitive)))
          (among (natp (cadr primitive)))
          (pair (and (natp (cadr primitive))
                     (natp (caddr primitive))
                     (true-list-listp (cdddr primitive))))
          (any (alternatives-p (cdr primitive)))
          (otherwise (reading-p primitive)))))

 (defun primitives-p (primitives)
   (declare (xargs :guard t))
   (if (atom primitives)
       (equal primitives nil)
     (and (primitive-p (car primitives))
          (primitives-p (cdr primitives)))))

 (defun alternatives-p (alternatives)
   (declare (xargs :guard t))
   (if (atom alternatives)
       (equal alternatives nil)
     (and (primitives-p (car alternatives))
          (alternatives-p (cdr alternatives))))))

(defun state-ok-p (now primitive) ; the states of sums and counts are whole numbers
  (declare (xargs :guard (true-listp primitive)))
  (or (integerp now)
      (not (member-equal (car primitive) '(sum at-most at-least count)))))

; Sums, counts and words read their cells in order. After each cell they have a *state*, which is 0
; at the start. The state of a sum is the sum so far, and the state of a count is the count so far.
; The state of a word is a state of the automaton. `moves` has a list of pairs for each of these
; states: a value and the next state. If no pair has the value, the state becomes nil, and stays
; nil. (ifix x) is x for every whole number x.

(defun next-state (primitive now coefficient value)
  (declare (xargs :guard (and (reading-p primitive) (integerp coefficient)
                              (state-ok-p now primitive))))
  (case (car primitive)
    ((sum at-most at-least)
     (+ now (* coefficient (ifix value))))
    (count
     (if (member-equal value (cadddr primitive))
         (+ now coefficient)
       now))
    (otherwise
     (and (natp now)
          (cdr (assoc-equal value (nth now (cadddr primitive))))))))

(defun state-after (i primitive grid) ; the state after i cells
  (declare (xargs :guard (and (natp i) (reading-p primitive) (<= i (len (cadr primitive)))
                              (true-listp grid))
                  :verify-guards nil))
  (if (zp i)
      0
    (let ((place (nth (1- i) (cadr primitive))))
      (next-state primitive (state-after (1- i) primitive grid)
                  (car place) (nth (cdr place) grid)))))

(defun accepting-p (primitive now)
  (declare (xargs :guard (and (reading-p primitive) (state-ok-p now primitive))))
  (case (car primitive)
    (at-most (<= now (caddr primitive)))
    (at-least (<= (caddr primitive) now))
    (otherwise (member-equal now (caddr primitive)))))

(mutual-recursion

 (defun holds-p (primitive grid)
   (declare (xargs :guard (and (primitive-p primitive) (true-listp grid))))
   (case (car primitive)
     (different (no-duplicatesp-equal (contents (cdr primitive) grid)))
     (among (member-equal (nth (cadr primitive) grid) (cddr primitive)))
     (pair (member-equal (list (nth (cadr primitive) grid) (nth (caddr primitive) grid))
                         (cdddr primitive)))
     (any (some-hold-p (cdr primitive) grid))
     (otherwise (accepting-p primitive
                             (state-after (len (cadr primitive)) primitive grid)))))

 (defun all-hold-p (primitives grid)
   (declare (xargs :guard (and (primitives-p primitives) (true-listp grid))))
   (or (endp primitives)
       (and (holds-p (car primitives) grid)
            (all-hold-p (cdr primitives) grid))))

 (defun some-hold-p (alternatives grid) ; all primitives of one alternative hold
   (declare (xargs :guard (and (alternatives-p alternatives) (true-listp grid))))
   (and (consp alternatives)
        (or (all-hold-p (car alternatives) grid)
            (some-hold-p (cdr alternatives) grid)))))

(defun solution-p (grid candidates primitives)
  (declare (xargs :guard (and (true-list-listp candidates) (primitives-p primitives))))
  (and (candidates-hold-p candidates grid)
       (all-hold-p primitives grid)))

; ---------------------------------------------------------------------------------------------
; Part 2. Variables and facts
;
; A table says what each variable of the formula means. A meaning is a primitive that may or may not
; hold, or one of these lists. A pencil mark means (among cell value).
;
;   (after i primitive state ...)    the primitive has one of these states after i cells
;   (digits cells value ...)         these cells have these values, and no others
;
; You need not trust the table. The clauses must follow, whatever the variables mean.

(defun meaning-p (meaning)
  (declare (xargs :guard t))
  (and (true-listp meaning)
       (case (car meaning)
         (after (and (natp (cadr meaning))
                     (reading-p (caddr meaning))))
         (digits (nat-listp (cadr meaning)))
         (otherwise (or (null meaning)
                        (primitive-p meaning))))))

(defun meaning-holds-p (meaning grid)
  (case (car meaning)
    (after (member-equal (state-after (cadr meaning) (caddr meaning) grid)
                         (cdddr meaning)))
    (digits (and (subsetp-equal (cddr meaning) (contents (cadr meaning) grid))
                 (subsetp-equal (contents (cadr meaning) grid) (cddr meaning))))
    (otherwise (holds-p meaning grid))))

; A fact is a pair: t or nil, and a meaning. With nil, the fact says that the meaning does not hold.
; If all literals of a clause are false, a fact holds for each literal. A clause follows if these
; facts contradict a primitive.

(defun facts-p (facts)
  (declare (xargs :guard t))
  (if (atom facts)
      (equal facts nil)
    (and (consp (car facts))
         (meaning-p (cdr (car facts)))
         (facts-p (cdr facts)))))

(defun fact-holds-p (fact grid)
  (iff (car fact) (meaning-holds-p (cdr fact) grid)))

(defun facts-hold-p (facts grid)
  (or (endp facts)
      (and (fact-holds-p (car facts) grid)
           (facts-hold-p (cdr facts) grid))))

(defun table-p (table)
  (declare (xargs :guard t))
  (if (atom table)
      (equal table nil)
    (and (consp (car table))
         (meaning-p (cdr (car table)))
         (table-p (cdr table)))))

(defun fact-of (literal table)
  (declare (xargs :guard (and (integerp literal) (table-p table))))
  (if (< literal 0)
      (cons t (cdr (hons-get (- literal) table)))
    (cons nil (cdr (hons-get literal table)))))

(defun facts-of (clause table)
  (declare (xargs :guard (and (integer-listp clause) (table-p table))))
  (if (endp clause)
      nil
    (cons (fact-of (car clause) table)
          (facts-of (cdr clause) table))))

; ---------------------------------------------------------------------------------------------
; Part 3. Clauses that follow
;
; The values of a cell that the facts allow

(defun allows-p (fact cell value)
  (declare (xargs :guard (and (consp fact) (meaning-p (cdr fact)))))
  (or (not (eq (cadr fact) 'among))
      (not (equal (caddr fact) cell))
      (iff (car fact) (member-equal value (cdddr fact)))))

(defun all-allow-p (facts cell value)
  (declare (xargs :guard (facts-p facts)))
  (or (endp facts)
      (and (allows-p (car facts) cell value)
           (all-allow-p (cdr facts) cell value))))

(defun values-left (values cell facts)
  (declare (xargs :guard (and (true-listp values) (facts-p facts))))
  (cond ((endp values) nil)
        ((all-allow-p facts cell (car values))
         (cons (car values) (values-left (cdr values) cell facts)))
        (t (values-left (cdr values) cell facts))))

(defun candidates-of (cell candidates) ; a cell outside of the board has the value nil
  (declare (xargs :guard (and (natp cell) (true-list-listp candidates))))
  (if (< (nfix cell) (len candidates))
      (nth cell candidates)
    (list nil)))

(defun possible (cell facts candidates)
  (declare (xargs :guard (and (natp cell) (facts-p facts) (true-list-listp candidates))))
  (values-left (candidates-of cell candidates) cell facts))

(defun cells-in (facts) ; the cells that have facts about their values
  (declare (xargs :guard (facts-p facts)))
  (cond ((endp facts) nil)
        ((eq (cadr (car facts)) 'among)
         (add-to-set-equal (caddr (car facts)) (cells-in (cdr facts))))
        (t (cells-in (cdr facts)))))

(defun no-value-p (cells facts candidates) ; some cell has no possible value
  (declare (xargs :guard (and (nat-listp cells) (facts-p facts) (true-list-listp candidates))))
  (and (consp cells)
       (or (endp (possible (car cells) facts candidates))
           (no-value-p (cdr cells) facts candidates))))

; Different cells: some of them have fewer possible values than cells.

(defun pool (cells facts candidates) ; all possible values of some cells
  (declare (xargs :guard (and (nat-listp cells) (facts-p facts) (true-list-listp candidates))))
  (if (endp cells)
      nil
    (union-equal (possible (car cells) facts candidates)
                 (pool (cdr cells) facts candidates))))

(defun different-fails-p (cells facts candidates)
  (declare (xargs :guard (and (nat-listp cells) (facts-p facts) (true-list-listp candidates))))
  (let ((some (if (consp facts) (cells-in facts) cells)))
    (and (subsetp-equal some cells)
         (no-duplicatesp-equal some)
         (< (len (pool some facts candidates)) (len some)))))

; A pair: no pair has two possible values.

(defun no-pair-p (pairs firsts seconds)
  (declare (xargs :guard (and (true-list-listp pairs) (true-listp firsts) (true-listp seconds))))
  (or (endp pairs)
      (and (not (and (member-equal (car (car pairs)) firsts)
                     (member-equal (cadr (car pairs)) seconds)))
           (no-pair-p (cdr pairs) firsts seconds))))

(defun pair-fails-p (primitive facts candidates)
  (declare (xargs :guard (and (primitive-p primitive) (eq (car primitive) 'pair)
                              (facts-p facts) (true-list-listp candidates))))
  (and (subsetp-equal (cells-in facts) (list (cadr primitive) (caddr primitive)))
       (no-pair-p (cdddr primitive)
                  (possible (cadr primitive) facts candidates)
                  (possible (caddr primitive) facts candidates))))

; Sums, counts and words: ACL2 first finds the *viable* states after each cell. A state is viable if
; the primitive can reach it from the start, and can end well from there.

(defun states-ok-p (states primitive)
  (declare (xargs :guard (true-listp primitive)))
  (if (atom states)
      (equal states nil)
    (and (state-ok-p (car states) primitive)
         (states-ok-p (cdr states) primitive))))

(defun steps-to (now primitive coefficient values)
  (declare (xargs :guard (and (reading-p primitive) (state-ok-p now primitive)
                              (integerp coefficient) (true-listp values))))
  (if (endp values)
      nil
    (add-to-set-equal (next-state primitive now coefficient (car values))
                      (steps-to now primitive coefficient (cdr values)))))

(defun next-states (states primitive coefficient values)
  (declare (xargs :guard (and (reading-p primitive) (states-ok-p states primitive)
                              (integerp coefficient) (true-listp values))))
  (if (endp states)
      nil
    (union-equal (steps-to (car states) primitive coefficient values)
                 (next-states (cdr states) primitive coefficient values))))

(defun leading (states primitive coefficient values after) ; the states that lead to `after`
  (declare (xargs :guard (and (reading-p primitive) (states-ok-p states primitive)
                              (integerp coefficient) (true-listp values) (true-listp after))))
  (cond ((endp states) nil)
        ((intersectp-equal (steps-to (car states) primitive coefficient values) after)
         (cons (car states) (leading (cdr states) primitive coefficient values after)))
        (t (leading (cdr states) primitive coefficient values after))))

(defun ending (states primitive)
  (declare (xargs :guard (and (reading-p primitive) (states-ok-p states primitive))))
  (cond ((endp states) nil)
        ((accepting-p primitive (car states))
         (cons (car states) (ending (cdr states) primitive)))
        (t (ending (cdr states) primitive))))

(defun viable (i states primitive candidates) ; a list of states for each number of cells from i on
  (declare (xargs :guard (and (natp i) (reading-p primitive) (states-ok-p states primitive)
                              (true-list-listp candidates))
                  :measure (nfix (- (len (cadr primitive)) (nfix i)))))
  (if (and (natp i) (< i (len (cadr primitive))))
      (let* ((place (nth i (cadr primitive)))
             (values (candidates-of (cdr place) candidates))
             (rest (viable (1+ i) (next-states states primitive (car place) values)
                           primitive candidates)))
        (cons (leading states primitive (car place) values (car rest)) rest))
    (list (ending states primitive))))

(defun layers-p (layers primitive)
  (declare (xargs :guard (true-listp primitive)))
  (if (atom layers)
      (equal layers nil)
    (and (states-ok-p (car layers) primitive)
         (layers-p (cdr layers) primitive))))

; Then ACL2 follows the viable states that the facts allow, from the first cell that the facts are
; about to the last. If no state is left, the facts contradict the primitive.

(defun fits-p (fact i primitive now)
  (declare (xargs :guard (and (consp fact) (meaning-p (cdr fact)))))
  (or (not (eq (cadr fact) 'after))
      (not (equal (caddr fact) i))
      (not (equal (cadddr fact) primitive))
      (iff (car fact) (member-equal now (cddddr fact)))))

(defun all-fit-p (facts i primitive now)
  (declare (xargs :guard (facts-p facts)))
  (or (endp facts)
      (and (fits-p (car facts) i primitive now)
           (all-fit-p (cdr facts) i primitive now))))

(defun fitting (states i primitive facts)
  (declare (xargs :guard (and (true-listp states) (facts-p facts))))
  (cond ((endp states) nil)
        ((all-fit-p facts i primitive (car states))
         (cons (car states) (fitting (cdr states) i primitive facts)))
        (t (fitting (cdr states) i primitive facts))))

(defun run-fails-p (i last states layers primitive facts candidates)
  (declare (xargs :guard (and (reading-p primitive) (states-ok-p states primitive)
                              (natp i) (natp last) (<= last (len (cadr primitive)))
                              (layers-p layers primitive)
                              (facts-p facts) (true-list-listp candidates))
                  :measure (nfix (- last i))))
  (let ((states (fitting states i primitive facts)))
    (or (endp states)
        (and (natp i) (natp last) (< i last)
             (let ((place (nth i (cadr primitive))))
               (run-fails-p (1+ i) last
                            (intersection-equal
                             (next-states states primitive (car place)
                                          (possible (cdr place) facts candidates))
                             (cadr layers))
                            (cdr layers) primitive facts candidates))))))

(defun run-from-fails-p (first last primitive facts candidates layers)
  (declare (xargs :guard (and (integerp first) (integerp last) (reading-p primitive)
                              (layers-p layers primitive)
                              (facts-p facts) (true-list-listp candidates))))
  (and (natp first)
       (natp last)
       (<= last (len (cadr primitive)))
       (<= first last)
       (run-fails-p first last (nth first layers) (nthcdr first layers)
                    primitive facts candidates)))

(defun primitive-in (facts) ; the primitive of the first fact about a state
  (declare (xargs :guard (facts-p facts)))
  (cond ((endp facts) nil)
        ((eq (cadr (car facts)) 'after) (cadddr (car facts)))
        (t (primitive-in (cdr facts)))))

(defun first-in (facts place) ; the least number of cells in these facts
  (declare (xargs :guard (and (facts-p facts) (natp place))))
  (cond ((endp facts) place)
        ((eq (cadr (car facts)) 'after) (min (caddr (car facts)) (first-in (cdr facts) place)))
        (t (first-in (cdr facts) place))))

(defun last-in (facts place)
  (declare (xargs :guard (and (facts-p facts) (natp place))))
  (cond ((endp facts) place)
        ((eq (cadr (car facts)) 'after) (max (caddr (car facts)) (last-in (cdr facts) place)))
        (t (last-in (cdr facts) place))))

; The cache has the viable states of each sum, count and word.

(defun cache-of (words candidates)
  (declare (xargs :guard (and (primitives-p words) (true-list-listp candidates))))
  (cond ((endp words) nil)
        ((reading-p (car words))
         (cons (cons (car words) (viable 0 (list 0) (car words) candidates))
               (cache-of (cdr words) candidates)))
        (t (cache-of (cdr words) candidates))))

(defun cache-p (cache)
  (declare (xargs :guard t))
  (if (atom cache)
      (equal cache nil)
    (and (consp (car cache))
         (reading-p (car (car cache)))
         (layers-p (cdr (car cache)) (car (car cache)))
         (cache-p (cdr cache)))))

(defun word-fails-p (primitive facts candidates cache)
  (declare (xargs :guard (and (reading-p primitive) (facts-p facts)
                              (true-list-listp candidates) (cache-p cache))))
  (let* ((used (primitive-in facts))
         (end (len (cadr primitive)))
         (first (if used (first-in facts end) 0))
         (last (if used (min (1+ (last-in facts 0)) end) end)))
    (and (if used
             (equal used primitive)
           (subsetp-equal (cells-in facts) (strip-cdrs (cadr primitive))))
         (let ((known (assoc-equal primitive cache)))
           (and (consp known)
                (or (run-from-fails-p first last primitive facts candidates (cdr known))
                    (run-from-fails-p (1- first) last primitive facts candidates
                                      (cdr known))))))))

; Digits: a value is in none of the cells, or a cell has none of the values.

(defun nowhere-p (value cells facts candidates)
  (declare (xargs :guard (and (nat-listp cells) (facts-p facts) (true-list-listp candidates))))
  (or (endp cells)
      (and (not (member-equal value (possible (car cells) facts candidates)))
           (nowhere-p value (cdr cells) facts candidates))))

(defun some-nowhere-p (values cells facts candidates)
  (declare (xargs :guard (and (true-listp values) (nat-listp cells) (facts-p facts)
                              (true-list-listp candidates))))
  (and (consp values)
       (or (nowhere-p (car values) cells facts candidates)
           (some-nowhere-p (cdr values) cells facts candidates))))

(defun some-outside-p (cells values facts candidates)
  (declare (xargs :guard (and (nat-listp cells) (true-listp values) (facts-p facts)
                              (true-list-listp candidates))))
  (and (consp cells)
       (or (not (intersectp-equal (possible (car cells) facts candidates) values))
           (some-outside-p (cdr cells) values facts candidates))))

(defun digits-fail-p (facts candidates)
  (declare (xargs :guard (and (facts-p facts) (true-list-listp candidates))))
  (let ((fact (car facts)))
    (and (consp facts)
         (car fact)
         (eq (cadr fact) 'digits)
         (or (some-nowhere-p (cdddr fact) (caddr fact) facts candidates)
             (some-outside-p (caddr fact) (cdddr fact) facts candidates)))))

; A sum of different cells: the facts deny all sets of digits that have this sum. A group is a list
; of cells that differ.

(defun never-equal-p (pairs)
  (declare (xargs :guard (true-list-listp pairs)))
  (or (endp pairs)
      (and (not (equal (car (car pairs)) (cadr (car pairs))))
           (never-equal-p (cdr pairs)))))

(defun groups-of (primitives)
  (declare (xargs :guard (primitives-p primitives)))
  (let ((primitive (car primitives)))
    (cond ((endp primitives) nil)
          ((eq (car primitive) 'different)
           (cons (cdr primitive) (groups-of (cdr primitives))))
          ((and (eq (car primitive) 'pair) (never-equal-p (cdddr primitive)))
           (cons (list (cadr primitive) (caddr primitive)) (groups-of (cdr primitives))))
          (t (groups-of (cdr primitives))))))

(defun different-by-p (a b groups) ; some group has both cells
  (declare (xargs :guard (true-list-listp groups)))
  (and (consp groups)
       (or (and (member-equal a (car groups))
                (member-equal b (car groups)))
           (different-by-p a b (cdr groups)))))

(defun different-from-all-p (cell others groups)
  (declare (xargs :guard (and (true-listp others) (true-list-listp groups))))
  (or (endp others)
      (and (not (equal cell (car others)))
           (different-by-p cell (car others) groups)
           (different-from-all-p cell (cdr others) groups))))

(defun all-different-p (cells groups)
  (declare (xargs :guard (and (true-listp cells) (true-list-listp groups))))
  (or (endp cells)
      (and (different-from-all-p (car cells) (cdr cells) groups)
           (all-different-p (cdr cells) groups))))

(defun with-each (value lists)
  (declare (xargs :guard (true-listp lists)))
  (if (endp lists)
      nil
    (cons (cons value (car lists))
          (with-each value (cdr lists)))))

(defun digit-sets (count now primitive coefficient values) ; `count` of the values end the sum well
  (declare (xargs :guard (and (integerp count) (integerp now) (reading-p primitive)
                              (integerp coefficient) (true-listp values))))
  (cond ((equal count 0) (if (accepting-p primitive now) (list nil) nil))
        ((endp values) nil)
        (t (append (with-each (car values)
                              (digit-sets (1- count)
                                          (+ now (* coefficient (ifix (car values))))
                                          primitive coefficient (cdr values)))
                   (digit-sets count now primitive coefficient (cdr values))))))

(defun each-denied-p (sets cells facts)
  (declare (xargs :guard (and (true-listp sets) (true-listp facts))))
  (or (endp sets)
      (and (member-equal (list* nil 'digits cells (car sets)) facts)
           (each-denied-p (cdr sets) cells facts))))

(defun all-coefficients-p (places coefficient)
  (declare (xargs :guard (places-p places)))
  (or (endp places)
      (and (equal (car (car places)) coefficient)
           (all-coefficients-p (cdr places) coefficient))))

(defun lowest (values least)
  (declare (xargs :guard (and (true-listp values) (integerp least))))
  (if (endp values)
      least
    (min (ifix (car values)) (lowest (cdr values) (ifix (car values))))))

(defun highest (values most)
  (declare (xargs :guard (and (true-listp values) (integerp most))))
  (if (endp values)
      most
    (max (ifix (car values)) (highest (cdr values) (ifix (car values))))))

(defun span-of (values) ; the whole numbers from the lowest to the highest value
  (declare (xargs :guard (true-listp values)))
  (numbers (lowest values 0) (highest values 0)))

(defun sum-fails-p (primitive facts candidates groups)
  (declare (xargs :guard (and (reading-p primitive) (facts-p facts)
                              (true-list-listp candidates) (true-list-listp groups))))
  (and (member-equal (car primitive) '(sum at-most at-least))
       (or (endp facts) (eq (cadr (car facts)) 'digits))
       (consp (cadr primitive))
       (let* ((places (cadr primitive))
              (coefficient (car (car places)))
              (cells (strip-cdrs places))
              (pool (pool cells nil candidates))
              (values (span-of pool)))
         (and (all-coefficients-p places coefficient)
              (no-duplicatesp-equal values)
              (subsetp-equal pool values)
              (all-different-p cells groups)
              (each-denied-p (digit-sets (len places) 0 primitive coefficient values)
                             cells facts)))))

; All primitives

(defun fails-p (primitive facts candidates cache groups)
  (declare (xargs :guard (and (primitive-p primitive) (facts-p facts)
                              (true-list-listp candidates) (cache-p cache)
                              (true-list-listp groups))))
  (case (car primitive)
    (different (different-fails-p (cdr primitive) facts candidates))
    (among (not (intersectp-equal (possible (cadr primitive) facts candidates)
                                  (cddr primitive))))
    (pair (pair-fails-p primitive facts candidates))
    (any nil)
    (otherwise (or (sum-fails-p primitive facts candidates groups)
                   (word-fails-p primitive facts candidates cache)))))

(defun some-fails-p (primitives facts candidates cache groups)
  (declare (xargs :guard (and (primitives-p primitives) (facts-p facts)
                              (true-list-listp candidates) (cache-p cache)
                              (true-list-listp groups))))
  (and (consp primitives)
       (or (fails-p (car primitives) facts candidates cache groups)
           (some-fails-p (cdr primitives) facts candidates cache groups))))

(defun each-fails-p (alternatives facts candidates cache groups)
  (declare (xargs :guard (and (alternatives-p alternatives) (facts-p facts)
                              (true-list-listp candidates) (cache-p cache)
                              (true-list-listp groups))))
  (or (endp alternatives)
      (and (or (member-equal (list nil 'any (car alternatives)) facts)
               (some-fails-p (car alternatives) facts candidates cache groups))
           (each-fails-p (cdr alternatives) facts candidates cache groups))))

(defun contradicting (primitives facts candidates cache groups) ; from the first that fails on
  (declare (xargs :guard (and (primitives-p primitives) (facts-p facts)
                              (true-list-listp candidates) (cache-p cache)
                              (true-list-listp groups))))
  (cond ((endp primitives) nil)
        ((if (eq (car (car primitives)) 'any)
             (each-fails-p (cdr (car primitives)) facts candidates cache groups)
           (fails-p (car primitives) facts candidates cache groups))
         primitives)
        (t (contradicting (cdr primitives) facts candidates cache groups))))

(defun plain-fails-p (facts candidates)
  (declare (xargs :guard (and (facts-p facts) (true-list-listp candidates))))
  (or (no-value-p (cells-in facts) facts candidates)
      (digits-fail-p facts candidates)))

; The first fact may be that an alternative holds. Then all its primitives hold.

(defun chosen (facts)
  (declare (xargs :guard (facts-p facts)))
  (let ((fact (car facts)))
    (and (consp facts)
         (car fact)
         (eq (cadr fact) 'any)
         (endp (cdddr fact))
         (caddr fact))))

(defun part-fails-p (facts candidates cache groups)
  (declare (xargs :guard (and (facts-p facts) (true-list-listp candidates) (cache-p cache)
                              (true-list-listp groups))))
  (and (consp facts)
       (chosen facts)
       (or (plain-fails-p (cdr facts) candidates)
           (consp (contradicting (chosen facts) (cdr facts) candidates cache groups))
           (part-fails-p (cdr facts) candidates cache groups))))

; A clause may also say that a known solution is not the answer. These clauses come in the order of
; the solutions.

(defun blocks-p (facts cell solution)
  (declare (xargs :guard (and (facts-p facts) (natp cell) (true-listp solution))))
  (if (endp solution)
      (endp facts)
    (and (consp facts)
         (equal (car facts) (list t 'among cell (car solution)))
         (blocks-p (cdr facts) (1+ cell) (cdr solution)))))

; Successive clauses often follow from the same primitive. So ACL2 first tries the primitives from
; the `last` one on.

(defun integer-lists-p (lists)
  (declare (xargs :guard t))
  (if (atom lists)
      (equal lists nil)
    (and (integer-listp (car lists))
         (integer-lists-p (cdr lists)))))

(defun clauses-follow-p (clauses last primitives solutions table candidates cache groups)
  (declare (xargs :guard (and (integer-lists-p clauses) (primitives-p last)
                              (primitives-p primitives) (true-list-listp solutions)
                              (table-p table) (true-list-listp candidates) (cache-p cache)
                              (true-list-listp groups))))
  (or (endp clauses)
      (let ((facts (facts-of (car clauses) table)))
        (cond
         ((and (consp solutions) (blocks-p facts 0 (car solutions)))
          (clauses-follow-p (cdr clauses) last primitives (cdr solutions)
                            table candidates cache groups))
         ((or (plain-fails-p facts candidates)
              (part-fails-p facts candidates cache groups))
          (clauses-follow-p (cdr clauses) last primitives solutions
                            table candidates cache groups))
         (t (let ((found (or (contradicting last facts candidates cache groups)
                             (contradicting primitives facts candidates cache groups))))
              (and found
                   (clauses-follow-p (cdr clauses) found primitives solutions
                                     table candidates cache groups))))))))

; When does ACL2 accept a certificate? The solutions must be solutions, the clauses must follow, and
; the proved LRAT checker must accept the proof that these clauses cannot be satisfied.

(defun all-solutions-p (grids candidates primitives)
  (declare (xargs :guard (and (true-list-listp candidates) (primitives-p primitives))))
  (if (atom grids)
      (equal grids nil)
    (and (solution-p (car grids) candidates primitives)
         (all-solutions-p (cdr grids) candidates primitives))))

(defun variant-accepted-p (candidates primitives solutions table words clauses proof)
  (and (true-list-listp candidates)
       (primitives-p primitives)
       (all-solutions-p solutions candidates primitives)
       (table-p table)
       (primitives-p words)
       (integer-lists-p clauses)
       (clauses-follow-p clauses nil primitives solutions table candidates
                         (cache-of words candidates) (groups-of primitives))
       (refuted-p clauses proof)))

; ---------------------------------------------------------------------------------------------
; Part 4. Lemmas

; possible values

(defthm nth-candidate
  (implies (and (candidates-hold-p candidates grid) (< (nfix cell) (len candidates)))
           (member-equal (nth cell grid) (nth cell candidates)))
  :hints (("Goal" :in-theory (enable nth))))

(defthm nth-outside
  (implies (and (candidates-hold-p candidates grid) (<= (len candidates) (nfix cell)))
           (equal (nth cell grid) nil))
  :hints (("Goal" :in-theory (enable nth))))

(defthm value-is-candidate
  (implies (candidates-hold-p candidates grid)
           (member-equal (nth cell grid) (candidates-of cell candidates))))

(in-theory (disable candidates-of))

(defthm facts-allow-value
  (implies (facts-hold-p facts grid)
           (all-allow-p facts cell (nth cell grid))))

(defthm member-values-left
  (iff (member-equal value (values-left values cell facts))
       (and (member-equal value values)
            (all-allow-p facts cell value))))

(defthm value-is-possible
  (implies (and (candidates-hold-p candidates grid) (facts-hold-p facts grid))
           (member-equal (nth cell grid) (possible cell facts candidates))))

(in-theory (disable possible))

(defthm value-is-possible-consp
  (implies (and (candidates-hold-p candidates grid) (facts-hold-p facts grid))
           (consp (possible cell facts candidates)))
  :hints (("Goal" :use value-is-possible :in-theory (disable value-is-possible))))

(defthm some-value-is-possible
  (implies (and (candidates-hold-p candidates grid) (facts-hold-p facts grid))
           (not (no-value-p cells facts candidates))))

; different

(defthm member-union
  (iff (member-equal x (union-equal y z))
       (or (member-equal x y) (member-equal x z))))

(defthm subsetp-union
  (implies (subsetp-equal x z)
           (subsetp-equal x (union-equal y z))))

(defthm contents-in-pool
  (implies (and (candidates-hold-p candidates grid) (facts-hold-p facts grid))
           (subsetp-equal (contents cells grid) (pool cells facts candidates))))

(defthm member-remove1
  (implies (not (equal x y))
           (iff (member-equal x (remove1-equal y list))
                (member-equal x list))))

(defthm subsetp-remove1
  (implies (and (subsetp-equal x y) (not (member-equal a x)))
           (subsetp-equal x (remove1-equal a y))))

(defthm len-remove1
  (implies (member-equal a y)
           (equal (len y) (+ 1 (len (remove1-equal a y)))))
  :rule-classes nil)

(encapsulate ()
  (local
   (defun removing (x y)
     (if (endp x) y (removing (cdr x) (remove1-equal (car x) y)))))

  (defthm pigeonhole
    (implies (and (no-duplicatesp-equal x) (subsetp-equal x y))
             (<= (len x) (len y)))
    :rule-classes nil
    :hints (("Goal" :induct (removing x y))
            ("Subgoal *1/2" :use ((:instance len-remove1 (a (car x))))))))

(defthm len-contents
  (equal (len (contents cells grid)) (len cells)))

(defthm contents-differ
  (implies (and (no-duplicatesp-equal (contents cells grid))
                (member-equal c cells) (member-equal d cells) (not (equal c d)))
           (not (equal (nth c grid) (nth d grid)))))

(defthm not-in-contents
  (implies (and (no-duplicatesp-equal (contents cells grid))
                (member-equal c cells) (subsetp-equal some cells) (not (member-equal c some)))
           (not (member-equal (nth c grid) (contents some grid)))))

(defthm no-duplicates-in-part
  (implies (and (no-duplicatesp-equal (contents cells grid))
                (subsetp-equal some cells) (no-duplicatesp-equal some))
           (no-duplicatesp-equal (contents some grid))))

(defthm different-fails
  (implies (and (candidates-hold-p candidates grid) (facts-hold-p facts grid)
                (no-duplicatesp-equal (contents cells grid)))
           (not (different-fails-p cells facts candidates)))
  :hints (("Goal" :in-theory (disable pool)
           :use ((:instance pigeonhole
                            (x (contents cells grid))
                            (y (pool cells facts candidates)))
                 (:instance pigeonhole
                            (x (contents (cells-in facts) grid))
                            (y (pool (cells-in facts) facts candidates)))))))

(in-theory (disable different-fails-p))

; pair

(defthm some-pair
  (implies (and (member-equal (list a b) pairs)
                (member-equal a firsts) (member-equal b seconds))
           (not (no-pair-p pairs firsts seconds))))

(defthm pair-fails
  (implies (and (candidates-hold-p candidates grid) (facts-hold-p facts grid)
                (member-equal (list (nth (cadr primitive) grid) (nth (caddr primitive) grid))
                              (cdddr primitive)))
           (not (pair-fails-p primitive facts candidates))))

(in-theory (disable pair-fails-p))

; words

(defthm member-steps-to
  (implies (member-equal value values)
           (member-equal (next-state primitive now coefficient value)
                         (steps-to now primitive coefficient values)))
  :hints (("Goal" :in-theory (disable next-state))))

(defthm member-next-states
  (implies (and (member-equal now states) (member-equal value values))
           (member-equal (next-state primitive now coefficient value)
                         (next-states states primitive coefficient values)))
  :hints (("Goal" :in-theory (disable next-state))))

(defthm member-leading
  (implies (and (member-equal now states) (member-equal value values)
                (member-equal (next-state primitive now coefficient value) after))
           (member-equal now (leading states primitive coefficient values after)))
  :hints (("Goal" :in-theory (disable next-state))))

(defthm member-ending
  (iff (member-equal now (ending states primitive))
       (and (member-equal now states) (accepting-p primitive now)))
  :hints (("Goal" :in-theory (disable accepting-p))))

(defthm state-after-next
  (implies (natp i)
           (equal (state-after (+ 1 i) primitive grid)
                  (let ((place (nth i (cadr primitive))))
                    (next-state primitive (state-after i primitive grid)
                                (car place) (nth (cdr place) grid)))))
  :hints (("Goal" :in-theory (disable next-state) :expand (state-after (+ 1 i) primitive grid))))

(in-theory (disable next-state accepting-p state-after))

(defthm next-state-is-reached
  (implies (and (candidates-hold-p candidates grid)
                (natp i) (member-equal (state-after i primitive grid) states))
           (let ((place (nth i (cadr primitive))))
             (member-equal (state-after (+ 1 i) primitive grid)
                           (next-states states primitive (car place)
                                        (candidates-of (cdr place) candidates))))))

(defthm state-leads
  (implies (and (candidates-hold-p candidates grid)
                (natp i) (member-equal (state-after i primitive grid) states)
                (member-equal (state-after (+ 1 i) primitive grid) after))
           (let ((place (nth i (cadr primitive))))
             (member-equal (state-after i primitive grid)
                           (leading states primitive (car place)
                                    (candidates-of (cdr place) candidates) after))))
  :hints (("Goal" :use ((:instance member-leading
                                   (now (state-after i primitive grid))
                                   (coefficient (car (nth i (cadr primitive))))
                                   (value (nth (cdr (nth i (cadr primitive))) grid))
                                   (values (candidates-of (cdr (nth i (cadr primitive)))
                                                          candidates)))))))

(in-theory (disable state-after-next))

(defthm state-is-viable-here
  (implies (and (candidates-hold-p candidates grid)
                (accepting-p primitive (state-after (len (cadr primitive)) primitive grid))
                (natp i) (<= i (len (cadr primitive)))
                (member-equal (state-after i primitive grid) states))
           (member-equal (state-after i primitive grid)
                         (car (viable i states primitive candidates))))
  :hints (("Goal" :induct (viable i states primitive candidates))))

(defthm state-is-viable
  (implies (and (candidates-hold-p candidates grid)
                (accepting-p primitive (state-after (len (cadr primitive)) primitive grid))
                (natp i) (natp j) (<= i j) (<= j (len (cadr primitive)))
                (member-equal (state-after i primitive grid) states))
           (member-equal (state-after j primitive grid)
                         (nth (- j i) (viable i states primitive candidates))))
  :hints (("Goal" :induct (viable i states primitive candidates)
           :in-theory (enable nth))
          ("Subgoal *1/1" :cases ((equal i j)))))

(defthm state-is-viable-from-start
  (implies (and (candidates-hold-p candidates grid)
                (accepting-p primitive (state-after (len (cadr primitive)) primitive grid))
                (natp j) (<= j (len (cadr primitive))))
           (member-equal (state-after j primitive grid)
                         (nth j (viable 0 (list 0) primitive candidates))))
  :hints (("Goal" :use ((:instance state-is-viable (i 0) (states (list 0))))
           :in-theory (e/d (state-after) (state-is-viable viable)))))

(defthm facts-fit-state
  (implies (facts-hold-p facts grid)
           (all-fit-p facts i primitive (state-after i primitive grid))))

(defthm member-fitting
  (iff (member-equal now (fitting states i primitive facts))
       (and (member-equal now states)
            (all-fit-p facts i primitive now))))

(defthm member-intersection
  (iff (member-equal x (intersection-equal y z))
       (and (member-equal x y) (member-equal x z))))

(defthm nth-is-car-nthcdr
  (equal (car (nthcdr i list)) (nth i list))
  :hints (("Goal" :in-theory (enable nth))))

(defthm cdr-nthcdr
  (implies (natp i)
           (equal (cdr (nthcdr i list)) (nthcdr (+ 1 i) list))))

(defthm next-state-is-possible
  (implies (and (candidates-hold-p candidates grid) (facts-hold-p facts grid)
                (natp i) (member-equal (state-after i primitive grid) states))
           (let ((place (nth i (cadr primitive))))
             (member-equal (state-after (+ 1 i) primitive grid)
                           (next-states states primitive (car place)
                                        (possible (cdr place) facts candidates)))))
  :hints (("Goal" :in-theory (enable state-after-next))))

(in-theory (disable viable nthcdr))

(defthm run-fails
  (implies (and (candidates-hold-p candidates grid) (facts-hold-p facts grid)
                (accepting-p primitive (state-after (len (cadr primitive)) primitive grid))
                (natp i) (natp last) (<= last (len (cadr primitive)))
                (equal layers (nthcdr i (viable 0 (list 0) primitive candidates)))
                (member-equal (state-after i primitive grid) states))
           (not (run-fails-p i last states layers primitive facts candidates)))
  :hints (("Goal" :induct (run-fails-p i last states layers primitive facts candidates)
           :in-theory (disable member-fitting next-states all-fit-p fitting))
          ("Subgoal *1/2" :use ((:instance member-fitting (now (state-after i primitive grid)))))
          ("Subgoal *1/1" :use ((:instance member-fitting (now (state-after i primitive grid)))))))

(defthm assoc-cache
  (implies (consp (assoc-equal primitive (cache-of words candidates)))
           (equal (cdr (assoc-equal primitive (cache-of words candidates)))
                  (viable 0 (list 0) primitive candidates))))

(defthm run-from-fails
  (implies (and (candidates-hold-p candidates grid) (facts-hold-p facts grid)
                (accepting-p primitive (state-after (len (cadr primitive)) primitive grid)))
           (not (run-from-fails-p first last primitive facts candidates
                                  (viable 0 (list 0) primitive candidates))))
  :hints (("Goal" :in-theory (disable run-fails-p))))

(in-theory (disable run-from-fails-p))

(defthm word-fails
  (implies (and (candidates-hold-p candidates grid) (facts-hold-p facts grid)
                (accepting-p primitive (state-after (len (cadr primitive)) primitive grid)))
           (not (word-fails-p primitive facts candidates (cache-of words candidates)))))

(in-theory (disable word-fails-p))

; digits

(defthm possible-somewhere
  (implies (and (candidates-hold-p candidates grid) (facts-hold-p facts grid)
                (member-equal value (contents cells grid)))
           (not (nowhere-p value cells facts candidates))))

(defthm all-possible-somewhere
  (implies (and (candidates-hold-p candidates grid) (facts-hold-p facts grid)
                (subsetp-equal values (contents cells grid)))
           (not (some-nowhere-p values cells facts candidates))))

(defthm intersectp-member
  (implies (and (member-equal x y) (member-equal x z))
           (intersectp-equal y z)))

(defthm possible-inside
  (implies (and (candidates-hold-p candidates grid) (facts-hold-p facts grid)
                (member-equal (nth c grid) values))
           (intersectp-equal (possible c facts candidates) values))
  :hints (("Goal" :use ((:instance intersectp-member
                                   (x (nth c grid))
                                   (y (possible c facts candidates))
                                   (z values))))))

(defthm none-outside
  (implies (and (candidates-hold-p candidates grid) (facts-hold-p facts grid)
                (subsetp-equal (contents cells grid) values))
           (not (some-outside-p cells values facts candidates)))
  :hints (("Goal" :in-theory (disable intersectp-equal))))

(defthm digits-fail
  (implies (and (candidates-hold-p candidates grid) (facts-hold-p facts grid))
           (not (digits-fail-p facts candidates)))
  :hints (("Goal" :expand (facts-hold-p facts grid)
           :use ((:instance all-possible-somewhere (values (cdddr (car facts)))
                            (cells (caddr (car facts))))
                 (:instance none-outside (values (cdddr (car facts)))
                            (cells (caddr (car facts)))))
           :in-theory (disable some-nowhere-p some-outside-p all-possible-somewhere none-outside))))

(in-theory (disable digits-fail-p))

(defun groups-hold-p (groups grid)
  (or (endp groups)
      (and (no-duplicatesp-equal (contents (car groups) grid))
           (groups-hold-p (cdr groups) grid))))

(defthm member-never-equal
  (implies (and (never-equal-p pairs) (member-equal (list a b) pairs))
           (not (equal a b))))

(defthm groups-hold
  (implies (all-hold-p primitives grid)
           (groups-hold-p (groups-of primitives) grid))
  :hints (("Goal" :induct (groups-of primitives) :in-theory (disable state-after accepting-p))))

(defthm different-by-group
  (implies (and (groups-hold-p groups grid) (different-by-p a b groups) (not (equal a b)))
           (not (equal (nth a grid) (nth b grid)))))

(defthm different-from-all
  (implies (and (groups-hold-p groups grid) (different-from-all-p cell others groups))
           (not (member-equal (nth cell grid) (contents others grid)))))

(defthm all-different
  (implies (and (groups-hold-p groups grid) (all-different-p cells groups))
           (no-duplicatesp-equal (contents cells grid))))

(defun kept (values list)
  (cond ((endp values) nil)
        ((member-equal (car values) list) (cons (car values) (kept (cdr values) list)))
        (t (kept (cdr values) list))))

(defun added-up (list)
  (if (endp list) 0 (+ (ifix (car list)) (added-up (cdr list)))))

(defthm member-with-each
  (implies (member-equal list lists)
           (member-equal (cons value list) (with-each value lists))))

(defthm member-append
  (iff (member-equal x (append y z))
       (or (member-equal x y) (member-equal x z))))

(defthm nothing-times
  (equal (* 0 x) 0))

(defthm none-kept
  (implies (equal (len (kept values list)) 0)
           (equal (kept values list) nil)))

(defthm kept-is-a-digit-set
  (implies (and (accepting-p primitive (+ now (* coefficient (added-up (kept values list)))))
                (acl2-numberp now))
           (member-equal (kept values list)
                         (digit-sets (len (kept values list)) now primitive coefficient values)))
  :hints (("Goal" :induct (digit-sets (len (kept values list)) now primitive coefficient values))))

(defthm kept-without-new
  (implies (not (member-equal x values))
           (equal (kept values (cons x list)) (kept values list))))

(defthm kept-with-new
  (implies (and (member-equal x values) (not (member-equal x list))
                (no-duplicatesp-equal values))
           (and (equal (len (kept values (cons x list)))
                       (+ 1 (len (kept values list))))
                (equal (added-up (kept values (cons x list)))
                       (+ (ifix x) (added-up (kept values list)))))))

(defthm kept-from-none
  (implies (atom list)
           (equal (kept values list) nil)))

(defthm kept-all
  (implies (and (no-duplicatesp-equal list) (no-duplicatesp-equal values)
                (subsetp-equal list values))
           (and (equal (len (kept values list)) (len list))
                (equal (added-up (kept values list)) (added-up list))))
  :hints (("Goal" :induct (len list))))

(defthm member-kept
  (iff (member-equal x (kept values list))
       (and (member-equal x values) (member-equal x list))))

(defthm kept-in-list
  (subsetp-equal (kept values list) list))

(defthm list-in-kept
  (implies (and (subsetp-equal list values) (subsetp-equal list more))
           (subsetp-equal list (kept values more))))

(defthm subsetp-itself-1
  (implies (subsetp-equal x y)
           (subsetp-equal x (cons a y))))

(defthm subsetp-itself
  (subsetp-equal x x))

; The state of a sum with equal coefficients

(defun first-contents (i places grid)
  (if (zp i)
      nil
    (cons (nth (cdr (nth (1- i) places)) grid)
          (first-contents (1- i) places grid))))

(defthm nth-coefficient
  (implies (and (all-coefficients-p places coefficient) (natp i) (< i (len places)))
           (equal (car (nth i places)) coefficient))
  :hints (("Goal" :in-theory (enable nth))))

(defthm state-of-sum
  (implies (and (member-equal (car primitive) '(sum at-most at-least))
                (all-coefficients-p (cadr primitive) coefficient)
                (<= i (len (cadr primitive))))
           (equal (state-after i primitive grid)
                  (* coefficient (added-up (first-contents i (cadr primitive) grid)))))
  :hints (("Goal" :induct (state-after i primitive grid)
           :in-theory (enable state-after next-state))))

(defthm first-contents-cdr
  (implies (and (consp places) (natp i) (<= i (len (cdr places))))
           (equal (added-up (first-contents (+ 1 i) places grid))
                  (+ (ifix (nth (cdr (car places)) grid))
                     (added-up (first-contents i (cdr places) grid)))))
  :hints (("Goal" :induct (first-contents i (cdr places) grid) :in-theory (enable nth))))

(defthm added-up-first-contents
  (equal (added-up (first-contents (len places) places grid))
         (added-up (contents (strip-cdrs places) grid)))
  :hints (("Goal" :induct (len places) :in-theory (disable first-contents)
           :expand (first-contents 0 places grid))))

(in-theory (disable first-contents))

(defthm member-fact-holds
  (implies (and (facts-hold-p facts grid) (member-equal fact facts))
           (fact-holds-p fact grid))
  :rule-classes nil)

(defthm denied-set
  (implies (and (each-denied-p sets cells facts) (member-equal set sets))
           (member-equal (list* nil 'digits cells set) facts)))

(defthm contents-not-denied
  (implies (and (facts-hold-p facts grid)
                (subsetp-equal set (contents cells grid))
                (subsetp-equal (contents cells grid) set))
           (not (member-equal (list* nil 'digits cells set) facts)))
  :hints (("Goal" :use ((:instance member-fact-holds (fact (list* nil 'digits cells set)))))))

(defthm len-strip-cdrs
  (equal (len (strip-cdrs x)) (len x)))

(defthm subsetp-transitive
  (implies (and (subsetp-equal x y) (subsetp-equal y z))
           (subsetp-equal x z)))

(defthm sum-fails
  (implies (and (candidates-hold-p candidates grid) (facts-hold-p facts grid)
                (groups-hold-p groups grid)
                (accepting-p primitive (state-after (len (cadr primitive)) primitive grid)))
           (not (sum-fails-p primitive facts candidates groups)))
  :hints (("Goal"
           :in-theory (disable denied-set kept-is-a-digit-set contents-not-denied
                               all-different kept pool digit-sets each-denied-p span-of
                               contents-in-pool)
           :use ((:instance all-different (cells (strip-cdrs (cadr primitive))))
                 (:instance contents-in-pool (cells (strip-cdrs (cadr primitive))) (facts nil))
                 (:instance denied-set
                            (cells (strip-cdrs (cadr primitive)))
                            (set (kept (span-of (pool (strip-cdrs (cadr primitive)) nil candidates))
                                       (contents (strip-cdrs (cadr primitive)) grid)))
                            (sets (digit-sets (len (cadr primitive)) 0 primitive
                                              (car (car (cadr primitive)))
                                              (span-of (pool (strip-cdrs (cadr primitive))
                                                             nil candidates)))))
                 (:instance contents-not-denied
                            (cells (strip-cdrs (cadr primitive)))
                            (set (kept (span-of (pool (strip-cdrs (cadr primitive)) nil candidates))
                                       (contents (strip-cdrs (cadr primitive)) grid))))
                 (:instance kept-is-a-digit-set
                            (now 0)
                            (coefficient (car (car (cadr primitive))))
                            (values (span-of (pool (strip-cdrs (cadr primitive)) nil candidates)))
                            (list (contents (strip-cdrs (cadr primitive)) grid)))))))

(in-theory (disable sum-fails-p))

; all primitives

(defthm primitive-fails
  (implies (and (candidates-hold-p candidates grid) (facts-hold-p facts grid)
                (groups-hold-p groups grid) (holds-p primitive grid))
           (not (fails-p primitive facts candidates (cache-of words candidates) groups)))
  :hints (("Goal" :in-theory (disable cache-of intersectp-equal))))

(in-theory (disable holds-p fails-p cache-of))

(defthm some-primitive-fails
  (implies (and (candidates-hold-p candidates grid) (facts-hold-p facts grid)
                (groups-hold-p groups grid) (all-hold-p primitives grid))
           (not (some-fails-p primitives facts candidates (cache-of words candidates) groups))))

(defthm alternative-not-denied
  (implies (and (facts-hold-p facts grid) (all-hold-p primitives grid))
           (not (member-equal (list nil 'any primitives) facts)))
  :hints (("Goal" :use ((:instance member-fact-holds (fact (list nil 'any primitives))))
           :in-theory (enable holds-p))))

(defthm each-alternative-fails
  (implies (and (candidates-hold-p candidates grid) (facts-hold-p facts grid)
                (groups-hold-p groups grid) (some-hold-p alternatives grid))
           (not (each-fails-p alternatives facts candidates (cache-of words candidates)
                              groups))))

(defthm contradicting-is-none
  (implies (and (candidates-hold-p candidates grid) (facts-hold-p facts grid)
                (groups-hold-p groups grid) (all-hold-p primitives grid))
           (not (contradicting primitives facts candidates (cache-of words candidates) groups)))
  :hints (("Goal" :in-theory (enable holds-p)
           :induct (contradicting primitives facts candidates (cache-of words candidates) groups))))

(defthm chosen-holds
  (implies (and (facts-hold-p facts grid) (chosen facts))
           (all-hold-p (chosen facts) grid))
  :hints (("Goal" :in-theory (enable holds-p) :expand (facts-hold-p facts grid))))

(defthm plain-fails
  (implies (and (candidates-hold-p candidates grid) (facts-hold-p facts grid))
           (not (plain-fails-p facts candidates))))

(in-theory (disable chosen plain-fails-p))

(defthm part-fails
  (implies (and (candidates-hold-p candidates grid) (facts-hold-p facts grid)
                (groups-hold-p groups grid))
           (not (part-fails-p facts candidates (cache-of words candidates) groups))))

(defthm contradicting-is-tail
  (implies (all-hold-p primitives grid)
           (all-hold-p (contradicting primitives facts candidates cache groups) grid)))

; blocked grids

(defthm candidates-hold-len
  (implies (candidates-hold-p candidates grid)
           (and (equal (len grid) (len candidates))
                (true-listp grid)))
  :rule-classes nil)

(defthm nthcdr-at-end
  (implies (true-listp x)
           (equal (nthcdr (len x) x) nil))
  :hints (("Goal" :in-theory (enable nthcdr))))

(defthm nthcdr-before-end
  (implies (and (natp i) (< i (len x)))
           (equal (nthcdr i x) (cons (nth i x) (nthcdr (+ 1 i) x))))
  :rule-classes nil
  :hints (("Goal" :in-theory (enable nthcdr nth))))

(defthm blocks-tail
  (implies (and (blocks-p facts cell solution) (facts-hold-p facts grid)
                (natp cell) (true-listp grid) (true-listp solution)
                (equal (+ cell (len solution)) (len grid)))
           (equal (nthcdr cell grid) solution))
  :rule-classes nil
  :hints (("Goal" :in-theory (enable holds-p) :induct (blocks-p facts cell solution))
          ("Subgoal *1/2" :use ((:instance nthcdr-before-end (i cell) (x grid))))))

(defthm blocks
  (implies (and (blocks-p facts 0 solution) (facts-hold-p facts grid)
                (candidates-hold-p candidates grid) (candidates-hold-p candidates solution))
           (equal grid solution))
  :rule-classes nil
  :hints (("Goal" :in-theory (enable nthcdr)
           :use ((:instance blocks-tail (cell 0))
                 candidates-hold-len
                 (:instance candidates-hold-len (grid solution))))))

; The true variables

(defun true-variables (rest table grid)
  (cond ((endp rest) nil)
        ((and (consp (car rest))
              (meaning-holds-p (cdr (hons-assoc-equal (car (car rest)) table)) grid))
         (cons (car (car rest)) (true-variables (cdr rest) table grid)))
        (t (true-variables (cdr rest) table grid))))

(defthm nothing-holds
  (not (meaning-holds-p nil grid))
  :hints (("Goal" :in-theory (enable holds-p accepting-p))))

(in-theory (disable meaning-holds-p))

(defthm member-true-variables
  (iff (member-equal variable (true-variables rest table grid))
       (and (hons-assoc-equal variable rest)
            (meaning-holds-p (cdr (hons-assoc-equal variable table)) grid))))

(defthm literal-is-true
  (iff (literal-true-p literal (true-variables table table grid))
       (not (fact-holds-p (fact-of literal table) grid)))
  :hints (("Goal" :in-theory (enable literal-true-p))))

(in-theory (disable fact-of fact-holds-p))

(defthm clause-is-true
  (iff (clause-true-p clause (true-variables table table grid))
       (not (facts-hold-p (facts-of clause table) grid))))

(defthm all-solutions-candidates
  (implies (and (all-solutions-p grids candidates primitives) (consp grids))
           (candidates-hold-p candidates (car grids))))

(in-theory (disable facts-of facts-hold-p contradicting))

(defthm clauses-follow
  (implies (and (clauses-follow-p clauses last primitives solutions table candidates
                                  (cache-of words candidates) groups)
                (candidates-hold-p candidates grid)
                (all-hold-p primitives grid) (all-hold-p last grid)
                (groups-hold-p groups grid)
                (all-solutions-p solutions candidates others)
                (not (member-equal grid solutions)))
           (formula-true-p clauses (true-variables table table grid)))
  :hints (("Goal" :induct (clauses-follow-p clauses last primitives solutions table candidates
                                  (cache-of words candidates) groups)
           :in-theory (disable all-solutions-candidates candidates-hold-p))
          ("Subgoal *1/2" :use ((:instance blocks (facts (facts-of (car clauses) table))
                                           (solution (car solutions)))
                                (:instance all-solutions-candidates (grids solutions)
                                           (primitives others))))))

(defthm all-solutions-member
  (implies (and (all-solutions-p grids candidates primitives) (member-equal grid grids))
           (solution-p grid candidates primitives)))

; ---------------------------------------------------------------------------------------------
; Part 5. The theorem
;
; If ACL2 accepts a certificate, the solutions in it are all solutions of the puzzle.

(defthm accepted-solutions-of-variant-are-all
  (implies (variant-accepted-p candidates primitives solutions table words clauses proof)
           (iff (solution-p grid candidates primitives)
                (member-equal grid solutions)))
  :rule-classes nil
  :hints (("Goal" :do-not-induct t
           :in-theory (e/d (all-hold-p)
                           (formula-true-p candidates-hold-p clauses-follow-p
                            all-solutions-p clauses-follow))
           :use (refuted-is-unsatisfiable
                 (:instance all-solutions-member (grids solutions))
                 (:instance satisfiable-p-suff (true (true-variables table table grid)))
                 (:instance clauses-follow (last nil) (groups (groups-of primitives))
                            (others primitives))))))

; ---------------------------------------------------------------------------------------------
; Part 6. Reading the files of a certificate
;
; As in `sudoku.lisp`, ACL2 first proves that each function gets only arguments that it is for.

(in-theory (enable candidates-of possible different-fails-p pair-fails-p
                   accepting-p viable nthcdr cache-of digit-sets
                   digits-fail-p sum-fails-p holds-p fails-p chosen plain-fails-p facts-of fact-of
                   contradicting))

(verify-guards candidates-hold-p)
(verify-guards places-p)
(verify-guards moves-p)
(verify-guards reading-p)
(verify-guards primitive-p)
(verify-guards state-ok-p)

(defthm alistp-move
  (implies (moves-p moves)
           (alistp (nth i moves)))
  :hints (("Goal" :in-theory (enable nth))))

(defthm true-listp-integers
  (implies (integer-listp list)
           (true-listp list)))

(defthm true-listp-moves
  (implies (moves-p moves)
           (true-listp moves)))

(defthm consp-assoc
  (implies (and (alistp alist) (assoc-equal x alist))
           (consp (assoc-equal x alist))))

(verify-guards next-state :hints (("Goal" :in-theory (enable next-state))))

(defthm place-types
  (implies (and (places-p places) (natp i) (< i (len places)))
           (and (consp (nth i places))
                (integerp (car (nth i places)))
                (integerp (cdr (nth i places)))
                (<= 0 (cdr (nth i places)))))
  :hints (("Goal" :in-theory (enable nth))))

(defthm true-listp-places
  (implies (places-p places)
           (true-listp places)))

(defthm next-state-ok
  (implies (and (state-ok-p now primitive) (integerp coefficient) (reading-p primitive))
           (state-ok-p (next-state primitive now coefficient value) primitive))
  :hints (("Goal" :in-theory (enable next-state))))

(in-theory (disable state-ok-p reading-p))

(defthm reading-p-places
  (implies (reading-p primitive)
           (and (true-listp primitive)
                (places-p (cadr primitive))))
  :hints (("Goal" :in-theory (enable reading-p)))
  :rule-classes (:rewrite :forward-chaining))

(defthm state-after-ok
  (implies (and (reading-p primitive) (<= (nfix i) (len (cadr primitive))))
           (state-ok-p (state-after i primitive grid) primitive))
  :hints (("Goal" :in-theory (enable state-after)
           :induct (state-after i primitive grid))
          ("Subgoal *1/1" :in-theory (enable state-after state-ok-p))))

(verify-guards state-after)
(verify-guards accepting-p :hints (("Goal" :in-theory (enable reading-p state-ok-p))))
(verify-guards holds-p)
(verify-guards solution-p)

(defthm candidates-hold-true-listp
  (implies (candidates-hold-p candidates grid)
           (true-listp grid)))

(verify-guards meaning-p)
(verify-guards facts-p)
(verify-guards table-p)

(in-theory (disable meaning-p))

(defthm meaning-in-table
  (implies (table-p table)
           (meaning-p (cdr (hons-assoc-equal variable table))))
  :hints (("Goal" :in-theory (enable meaning-p))))

(verify-guards fact-of)
(verify-guards facts-of)

(defthm facts-p-facts-of
  (implies (table-p table)
           (facts-p (facts-of clause table))))

(defthm meaning-p-list
  (implies (meaning-p meaning)
           (true-listp meaning))
  :hints (("Goal" :in-theory (enable meaning-p)))
  :rule-classes (:rewrite :forward-chaining))

(defthm meaning-p-cell
  (implies (and (meaning-p meaning) (equal (car meaning) 'among))
           (and (integerp (cadr meaning)) (<= 0 (cadr meaning))))
  :hints (("Goal" :in-theory (enable meaning-p))))

(defthm meaning-p-state
  (implies (and (meaning-p meaning) (equal (car meaning) 'after))
           (and (integerp (cadr meaning)) (rationalp (cadr meaning)) (<= 0 (cadr meaning))
                (reading-p (caddr meaning))))
  :hints (("Goal" :in-theory (enable meaning-p))))

(defthm meaning-p-digits
  (implies (and (meaning-p meaning) (equal (car meaning) 'digits))
           (nat-listp (cadr meaning)))
  :hints (("Goal" :in-theory (enable meaning-p))))

(defthm meaning-p-alternative
  (implies (and (meaning-p meaning) (equal (car meaning) 'any))
           (and (alternatives-p (cdr meaning))
                (primitives-p (cadr meaning))))
  :hints (("Goal" :in-theory (enable meaning-p))))

(defthm meaning-p-fact
  (implies (and (facts-p facts) (consp facts))
           (and (consp (car facts))
                (meaning-p (cdr (car facts))))))

(verify-guards allows-p)
(verify-guards all-allow-p)
(verify-guards values-left)
(verify-guards candidates-of)

(defthm true-listp-candidates-of
  (implies (true-list-listp candidates)
           (true-listp (candidates-of cell candidates)))
  :hints (("Goal" :in-theory (enable nth))))

(defthm true-listp-possible
  (true-listp (possible cell facts candidates)))

(in-theory (disable candidates-of))
(verify-guards possible)
(in-theory (disable possible))

(defthm nat-listp-cells-in
  (implies (facts-p facts)
           (nat-listp (cells-in facts))))

(verify-guards cells-in)
(verify-guards no-value-p)

(defthm true-listp-union
  (implies (true-listp y)
           (true-listp (union-equal x y))))

(defthm true-listp-pool
  (true-listp (pool cells facts candidates)))

(verify-guards pool)
(verify-guards different-fails-p)
(verify-guards no-pair-p)
(verify-guards pair-fails-p)
(verify-guards states-ok-p)

(defthm states-ok-steps
  (implies (and (state-ok-p now primitive) (integerp coefficient) (reading-p primitive))
           (states-ok-p (steps-to now primitive coefficient values) primitive)))

(defthm states-ok-true-listp
  (implies (states-ok-p states primitive)
           (true-listp states)))

(defthm states-ok-union
  (implies (and (states-ok-p x primitive) (states-ok-p y primitive))
           (states-ok-p (union-equal x y) primitive)))

(defthm states-ok-next
  (implies (and (states-ok-p states primitive) (integerp coefficient) (reading-p primitive))
           (states-ok-p (next-states states primitive coefficient values) primitive)))

(defthm states-ok-leading
  (implies (states-ok-p states primitive)
           (states-ok-p (leading states primitive coefficient values after) primitive)))

(defthm states-ok-ending
  (implies (states-ok-p states primitive)
           (states-ok-p (ending states primitive) primitive)))

(defthm true-listp-steps
  (true-listp (steps-to now primitive coefficient values)))

(defthm true-listp-next-states
  (true-listp (next-states states primitive coefficient values)))

(verify-guards steps-to)
(verify-guards next-states)
(verify-guards leading)
(verify-guards ending)

(defthm layers-p-viable
  (implies (and (states-ok-p states primitive) (reading-p primitive) (natp i))
           (layers-p (viable i states primitive candidates) primitive)))

(defthm consp-viable
  (consp (viable i states primitive candidates))
  :rule-classes :type-prescription)

(defthm true-listp-leading
  (true-listp (leading states primitive coefficient values after)))

(defthm true-listp-ending
  (true-listp (ending states primitive)))

(defthm true-listp-viable
  (true-listp (car (viable i states primitive candidates)))
  :hints (("Goal" :expand (viable i states primitive candidates)
           :in-theory (disable viable))))

(verify-guards layers-p)
(verify-guards viable)
(verify-guards fits-p)
(verify-guards all-fit-p)
(verify-guards fitting)

(defthm states-ok-fitting
  (implies (states-ok-p states primitive)
           (states-ok-p (fitting states i primitive facts) primitive)))

(defthm states-ok-intersection
  (implies (states-ok-p x primitive)
           (states-ok-p (intersection-equal x y) primitive)))

(defthm states-ok-layer
  (implies (layers-p layers primitive)
           (states-ok-p (nth i layers) primitive))
  :hints (("Goal" :in-theory (enable nth))))

(defthm layers-p-nthcdr
  (implies (layers-p layers primitive)
           (layers-p (nthcdr i layers) primitive)))

(defthm layers-p-parts
  (implies (layers-p layers primitive)
           (and (states-ok-p (car layers) primitive)
                (states-ok-p (cadr layers) primitive)
                (layers-p (cdr layers) primitive))))

(defthm layers-p-list
  (implies (layers-p layers primitive)
           (and (true-listp layers)
                (true-listp (car layers))
                (true-listp (cadr layers))))
  :rule-classes :forward-chaining)

(defthm layers-p-nil
  (layers-p nil primitive))

(in-theory (disable layers-p nthcdr))

(verify-guards run-fails-p)
(verify-guards run-from-fails-p)
(verify-guards primitive-in)

(defthm natp-first-in
  (implies (and (facts-p facts) (natp place))
           (natp (first-in facts place)))
  :rule-classes :type-prescription)

(defthm natp-last-in
  (implies (and (facts-p facts) (natp place))
           (natp (last-in facts place)))
  :rule-classes :type-prescription)

(verify-guards first-in)
(verify-guards last-in)
(defthm start-is-ok
  (states-ok-p (list 0) primitive)
  :hints (("Goal" :in-theory (enable state-ok-p))))

(verify-guards cache-of)

(defthm cache-p-cache-of
  (cache-p (cache-of words candidates)))

(defthm alistp-cache
  (implies (cache-p cache)
           (alistp cache)))

(defthm layers-p-cache
  (implies (cache-p cache)
           (layers-p (cdr (assoc-equal primitive cache)) primitive))
  :hints (("Goal" :in-theory (enable layers-p))))

(defthm alistp-places
  (implies (places-p places)
           (alistp places)))

(verify-guards cache-p)
(verify-guards word-fails-p)
(verify-guards nowhere-p)
(verify-guards some-nowhere-p)
(verify-guards some-outside-p)
(verify-guards digits-fail-p)
(verify-guards never-equal-p)
(verify-guards groups-of)

(defthm groups-of-lists
  (implies (primitives-p primitives)
           (true-list-listp (groups-of primitives))))

(verify-guards different-by-p)
(verify-guards different-from-all-p)
(verify-guards all-different-p)
(verify-guards with-each)

(defthm true-listp-digit-sets
  (true-listp (digit-sets count now primitive coefficient values)))

(verify-guards digit-sets)
(verify-guards each-denied-p)
(verify-guards all-coefficients-p)
(verify-guards lowest)
(verify-guards highest)

(defthm integerp-lowest
  (implies (integerp least)
           (integerp (lowest values least)))
  :rule-classes :type-prescription)

(defthm integerp-highest
  (implies (integerp most)
           (integerp (highest values most)))
  :rule-classes :type-prescription)

(verify-guards span-of)

(defthm true-listp-facts
  (implies (facts-p facts)
           (true-listp facts)))

(defthm first-place-types
  (implies (and (places-p places) (consp places))
           (and (consp (car places))
                (integerp (car (car places))))))

(defthm nat-listp-place-cells
  (implies (places-p places)
           (nat-listp (strip-cdrs places))))

(defthm true-listp-span
  (true-listp (span-of values)))

(in-theory (disable pool span-of digit-sets))

(verify-guards sum-fails-p)
(in-theory (disable different-fails-p pair-fails-p sum-fails-p))
(verify-guards fails-p)
(in-theory (disable fails-p digits-fail-p))
(verify-guards some-fails-p)
(verify-guards each-fails-p)
(in-theory (disable some-fails-p each-fails-p))
(verify-guards contradicting)
(verify-guards plain-fails-p)
(verify-guards chosen)

(defthm primitives-p-chosen
  (implies (facts-p facts)
           (primitives-p (chosen facts))))

(in-theory (disable chosen plain-fails-p contradicting facts-of blocks-p))

(verify-guards part-fails-p)
(verify-guards blocks-p)
(verify-guards integer-lists-p)

(defthm primitives-p-contradicting
  (implies (primitives-p primitives)
           (primitives-p (contradicting primitives facts candidates cache groups)))
  :hints (("Goal" :in-theory (enable contradicting))))

(in-theory (disable part-fails-p))

(verify-guards clauses-follow-p)
(verify-guards all-solutions-p)

(defthm true-listp-integer-lists
  (implies (integer-lists-p lists)
           (true-listp lists)))

(defthm solutions-are-lists
  (implies (all-solutions-p grids candidates primitives)
           (true-list-listp grids)))

(verify-guards variant-accepted-p)

; You must trust that the candidates, the primitives and the solutions are read correctly. The
; theorem holds for any table, any clauses and any proof. The file of a claim has these lists: the
; candidates, the primitives, the solutions, the lowest and the highest value, and the meanings of
; the variables. A meaning has the numbers of primitives instead of the primitives themselves.

(program)
(set-state-ok t)

(defun lists-of (channel state)
  (mv-let (end list state)
    (read-object channel state)
    (if end
        (mv nil state)
      (mv-let (lists state)
        (lists-of channel state)
        (mv (cons list lists) state)))))

(defun read-lists (file state)
  (mv-let (channel state)
    (open-input-channel file :object state)
    (mv-let (lists state)
      (lists-of channel state)
      (let ((state (close-input-channel channel state)))
        (mv lists state)))))

(mutual-recursion

 (defun with-parts (primitives) ; the primitives, and after each `any` the primitives in it
   (if (endp primitives)
       nil
     (cons (car primitives)
           (append (if (eq (car (car primitives)) 'any) (parts-of (cdr (car primitives))) nil)
                   (with-parts (cdr primitives))))))

 (defun parts-of (alternatives)
   (if (endp alternatives)
       nil
     (append (with-parts (car alternatives))
             (parts-of (cdr alternatives))))))

(defun numbered-in (numbers list)
  (if (endp numbers)
      nil
    (cons (nth (car numbers) list)
          (numbered-in (cdr numbers) list))))

(defun meanings-of (lines parts) ; a line has a variable, a kind, and more
  (if (endp lines)
      nil
    (let ((line (car lines)))
      (cons (case (cadr line)
              (after (list* (car line) 'after (caddr line) (nth (cadddr line) parts)
                            (cddddr line)))
              (any (list (car line) 'any (numbered-in (cddr line) parts)))
              (otherwise line))
            (meanings-of (cdr lines) parts)))))

(defun marks-from (variable cell value low high cells)
  (cond ((eql cell cells) nil)
        ((> value high) (marks-from variable (1+ cell) low low high cells))
        (t (cons (list variable 'among cell value)
                 (marks-from (1+ variable) cell (1+ value) low high cells)))))

(defun primitives-proved (formula proof claim state)
  (mv-let (lists state)
    (read-lists claim state)
    (let* ((clauses (clauses-of (cdr (read-lines formula state))))
           (proof (read-lines proof state))
           (candidates (car lists))
           (primitives (cadr lists))
           (solutions (caddr lists))
           (low (car (cadddr lists)))
           (high (cadr (cadddr lists)))
           (parts (with-parts primitives))
           (table (make-fast-alist
                   (append (marks-from 1 0 low low high (len candidates))
                           (meanings-of (car (cddddr lists)) parts))))
           (accepted (and (small-p clauses proof)
                          (variant-accepted-p candidates primitives solutions table parts
                                              clauses (freeing-steps-of proof)))))
      (prog2$ (fast-alist-free table)
              (mv accepted state)))))

(logic)
