/* source: STAT 4197/6197 course notes, Week 2, Ex8_List_Input_Modified_Input (ProcJimi/curriculum, GitHub, 2019) */
data by_length;
  length id $6 name $14 address $16 city $20 state $2 zip $5;
  informat reg_date mmddyy10.;
  format reg_date mmddyy10.;
  infile datalines dlm=',';
  input id -- reg_date;
  datalines;
G009876, Ann Miller,2219 Pine St, Rockville,MD,28057, 08/20/2016
G008765, Rubi Tyson,6504 Spring St, Philadelphia,PA,19104,08/13/2016
;
proc print data=by_length noobs; run;
data by_colon;
  infile datalines dlm=',';
  input id :$6. name :$14. address :$16. city :$20. state :$2. zip :$5. reg_date :mmddyy.;
  format reg_date mmddyy10.;
  datalines;
G009876, Ann Miller,2219 Pine St, Rockville,MD,28057, 08/20/2016
G008765, Rubi Tyson,6504 Spring St, Philadelphia,PA,19104,08/13/2016
;
proc print data=by_colon noobs; run;
/* listing
id name address city state zip reg_date
G00987 Ann Miller 2219 Pine St Rockville MD 28057 08/20/2016
G00876 Rubi Tyson 6504 Spring St Philadelphia PA 19104 08/13/2016
id name address city state zip reg_date
G00987 Ann Miller 2219 Pine St Rockville MD 28057 08/20/2016
G00876 Rubi Tyson 6504 Spring St Philadelphia PA 19104 08/13/2016
*/
