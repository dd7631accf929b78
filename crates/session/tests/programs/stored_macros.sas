* Stored macros are kept in the folder of a library, and MFILE keeps what macros make;
options nosyntaxcheck mstored sasmstore=work;
%macro area(side) / store source des='The area of a square';
  %eval(&side * &side)
%mend;
%macro hidden / store; quiet %mend;
%put %area(3) %hidden;
%sysmstoreclear;
%put %area(4);
%copy area / source;
%copy hidden / source;
%copy nowhere / source;
options nomstored;
%put %area(5);
%macro late / store; %mend;
options mstored;
%macro late / store secure; %mend;

filename mprint temp;
options mprint mfile;
%macro steps; data a; x = 1; run; %mend;
%steps
options nomprint nomfile;
data _null_; infile mprint; input; put '<' _infile_ '>'; run;
