/* source: SAS/STAT 9.2 User's Guide, The ANOVA Procedure, Getting Started: One-Way Layout with Means Comparisons (nitrogen of red clover plants) */
/* differs: the values are cut short with ... after the third, though the line has room */
data plants;
  length bacteria $ 6;
  do bacteria = '3DOK1', '3DOK5', '3DOK4', '3DOK7', '3DOK13', 'COMPOS';
    do k = 1 to 5; input n @@; output; end;
  end;
  datalines;
19.4 32.6 27.0 32.1 33.0 17.7 24.8 27.9 25.2 24.3 17.0 19.4 9.1 11.9 15.8
20.7 21.0 20.5 18.8 18.6 14.3 14.4 11.8 11.6 14.2 17.3 19.4 19.1 16.9 20.8
;
proc anova data=plants;
  class bacteria;
  model n = bacteria;
run; quit;
/* listing
Class Levels Values
bacteria 6 3DOK1 3DOK13 3DOK4 3DOK5 3DOK7 COMPOS
*/
