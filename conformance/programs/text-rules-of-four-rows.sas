/* source: HASH: Applying business rules by observation when data and rules are in the same table (SAS-L; rogerjdeangelis on GitHub) */
data _null_;
  input x y c $;
  select (_n_);
    when (1) kept = (x > 1) and c = 'A';
    when (2) kept = (x < 1 and (9 < y < 13));
    when (3) kept = (x < 1) or c in ('C', 'D', 'E');
    otherwise kept = (y < 1);
  end;
  if kept then put _n_ x y c;
  datalines;
3 11 A
-3 17 B
3 11 C
-3 11 D
;
run;
/* log
1 3 11 A
3 3 11 C
*/
