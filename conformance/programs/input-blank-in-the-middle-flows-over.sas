/* source: SAS OnlineTutor, Reading Missing Values at the Beginning or Middle of a Record (SAS Institute, 2002) */
data _null_;
  input Gender $ Age Bankcard FreqBank Deptcard FreqDept;
  if _n_ = 2 then put FreqDept= _error_=;
datalines;
MALE 27 1 8 0 0
FEMALE    3 14 5 10
FEMALE 34 2 10
MALE 35 2 12 4 8
FEMALE 36 4 16 3 7
;
/* log
FreqDept=. _ERROR_=1
*/
