/* PUT takes lists of which only the step knows the variables. */
data wide;
  a = 1; b = 'b'; c = 3; d = 'd'; e = 5;
run;

data _null_;
  set wide;
  put a--e;
  put a-numeric-e 4. +1 'and ' a--c=;
  put _numeric_= / _character_ $3. '.';
  put (a--c) (=) +2 (_character_) ($2. '|');
run;
