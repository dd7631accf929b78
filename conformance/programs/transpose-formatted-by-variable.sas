/* source: STAT 4197/6197 course notes, Week 5, Ex9_transpose_by (ProcJimi/curriculum, GitHub, 2019) */
proc format; value cat 1='Water' 2='Phone' 3='Electricity'; run;
data have;
  length year $ 4;
  input year type mean @@;
  format type cat.;
  label type='Type of Bills' mean='Average Monthly Bill ($)';
  datalines;
2010 1 256.3 2011 1 235.4 2012 1 215.5 2013 1 210.7 2014 1 209.3 2010 2 145.5 2011 2 150.8 2012 2 147.1
2013 2 180.8 2014 2 142.9 2010 3 219.5 2011 3 245.8 2012 3 242.0 2013 3 239.8 2014 3 223.8
;
proc sort data=have; by type; run;
proc transpose data=have out=wide(drop=_name_); by type; id year; var mean; run;
proc print data=wide(drop=_label_) noobs label; run;
/* listing
Water 256.3 235.4 215.5 210.7 209.3
Phone 145.5 150.8 147.1 180.8 142.9
Electricity 219.5 245.8 242.0 239.8 223.8
*/
