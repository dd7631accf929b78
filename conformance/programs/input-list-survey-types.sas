/* source: SAS OnlineTutor, Reading Free-Format Data: Using List Input (SAS Institute, 2002) */
/* differs: the heads FreqBank and FreqDept are broken into two lines at the change of case */
data surv;
  input Gender $ Age Bankcard FreqBank Deptcard FreqDept;
datalines;
MALE 27 1 8 0 0
FEMALE 29 3 14 5 10
FEMALE 34 2 10 3 3
;
proc print data=surv; run;
/* listing
Obs Gender Age Bankcard FreqBank Deptcard FreqDept
1 MALE 27 1 8 0 0
2 FEMALE 29 3 14 5 10
3 FEMALE 34 2 10 3 3
*/
