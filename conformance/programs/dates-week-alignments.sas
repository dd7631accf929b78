/* source: SAS intnx (Iving, cnblogs.com/SAS-T/p/15764663, 2022) */
data _null_;
  day = '04jan2022'd;
  do how = 'same ', 'begin', 'end', 'mid';
    moved = intnx('week', day, 1, how);
    put day downame9. +1 how moved downame9.;
  end;
run;
/* log
Tuesday same Tuesday
Tuesday begin Sunday
Tuesday end Saturday
Tuesday mid Wednesday
*/
