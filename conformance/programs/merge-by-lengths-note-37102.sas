/* source: Usage Note 37102: The VARLENCHK= system option excludes BY variables (support.sas.com) */
options varlenchk=nowarn;
data s1; length x $2; x='ab'; a=1; run;
data s2; length x $4; x='ab'; b=2; run;
data s12; merge s1 s2; by x; run;
/* log
WARNING: Multiple lengths were specified for the BY variable x by input data sets. This may cause unexpected results.
*/
