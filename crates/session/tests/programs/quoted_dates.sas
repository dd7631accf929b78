/* A suffix of a quoted string belongs to it, also where it is masked. */
%macro keep(condition); data _null_; if &condition then put 'Yes.'; else put 'No.'; run; %mend;
%keep(%str('01JAN2024'd > '31DEC2023'd))
%keep(%str('10:00't < "11:00"T and '01JAN2024:10:00'dt > 0))
%keep(%str('41'x = 'A'))
%keep(%nrstr(1 < 2))
%let when = %str('01JAN2024'd);
data _null_; x = &when; put x= date9.; run;
