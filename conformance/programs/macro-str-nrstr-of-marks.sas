/* source: STAT 4197/6197 course notes, Week 10, quoting functions (ProcJimi/curriculum, GitHub, 2019) */
%let mvar1 = Beth%str(%'s) Assignment Report;
%put &=mvar1;
%let mvar2 = %str(Beth%'s Assignment Report);
%put &=mvar2;
%let step=%str(proc print; run;);
%put &=step;
%let mvar3 = %nrstr(AT&T);
%put &=mvar3;
%let mvar4 = %nrstr(%of defective bulbs);
%put &=mvar4;
/* log
MVAR1=Beth's Assignment Report
MVAR2=Beth's Assignment Report
STEP=proc print; run;
MVAR3=AT&T
MVAR4=%of defective bulbs
*/
