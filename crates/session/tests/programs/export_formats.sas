/* PROC EXPORT writes values with their formats, as the DATA step that SAS generates for it: 0.33,15JAN2020,12:30. */
%let folder = &sysparm;
proc format; value yn 1='yes, it is' 0='no'; run;
data a;
  length c $8;
  x=1/3; d='15jan2020'd; t='12:30't; y=1; z=1/3; c='say "x"'; output;
  x=.; d=.; t=.a; y=.; z=1e10; c=' ab'; output;
  format x 8.2 d date9. t time5. y yn.;
run;
proc export data=a outfile="&folder/e.csv" dbms=csv replace; run;
%put &=_EFIERR_ &=_EFIREC_;
data _null_; infile "&folder/e.csv"; input; put _infile_; run;
proc export data=a(where=(third>0) rename=(x=third) drop=c) outfile="&folder/e.txt" dbms=tab replace; putnames=no; run;
data _null_; infile "&folder/e.txt"; input; put _infile_; run;

/* The step of the log, with a path of this session, writes the same. */
   data _null_;
   %let _EFIERR_ = 0; /* set the ERROR detection macro variable */
   %let _EFIREC_ = 0;     /* clear export record count macro variable */
   file "&folder/f.csv" delimiter=',' DSD DROPOVER lrecl=32767;
   if _n_ = 1 then        /* write column names or labels */
    do;
      put
         "c"
      ','
         "x"
      ','
         "d"
      ;
    end;
   set  WORK.A   end=EFIEOD;
       format c $8. ;
       format x 8.2 ;
       format d date9. ;
     do;
       EFIOUT + 1;
       put c $ @;
       put x @;
       put d ;
       ;
     end;
    if _ERROR_ then call symputx('_EFIERR_',1);  /* set ERROR detection macro variable */
    if EFIEOD then call symputx('_EFIREC_',EFIOUT);
   run;
%put &=_EFIERR_ &=_EFIREC_;
data _null_; infile "&folder/f.csv"; input; put _infile_; run;
