/* source: STAT 4197/6197 course notes, Week 2, Ex29_Multiple_Input_Statements and Ex14_Column_Formatted_Input (ProcJimi/curriculum, GitHub, 2019) */
data study(drop=i);
  input date : anydtdte9. @;
  do i = 1 to 4;
    input name $ hours @;
    output;
  end;
  datalines;
27Aug2018 Doris 5.5 Alice 4.0 Mike 2.0 James 1.0
28Jun2018 Doris 3.0 Alice 3.0 Mike 3.0 James 1.0
;
proc print data=study noobs; format date worddate.; run;
data stock;
  input software $1-5 @9 date date9. amount : comma5.;
  format date date9. amount comma5.;
  datalines;
SAS     06jan1976   2,345
Stata   05jan1998   1,560
R       07jun1996   4,567
;
proc print data=stock noobs; run;
/* listing
date name hours
August 27, 2018 Doris 5.5
August 27, 2018 Alice 4.0
August 27, 2018 Mike 2.0
August 27, 2018 James 1.0
June 28, 2018 Doris 3.0
June 28, 2018 Alice 3.0
June 28, 2018 Mike 3.0
June 28, 2018 James 1.0
software date amount
SAS 06JAN1976 2,345
Stata 05JAN1998 1,560
R 07JUN1996 4,567
*/
