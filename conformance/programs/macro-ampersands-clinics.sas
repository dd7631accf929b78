/* source: Macros - Intermediate, multiple ampersands and staggered resolution (Destiny Corporation) */
%let dsn=clinics;
%let n=5;
%let dsn5=surprise;
%let clinics5=How did I get here;
%put two &&dsn&n;
%put three &&&dsn&n;
/* log
two surprise
three How did I get here
*/
