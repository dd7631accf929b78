/* source: SAS OnlineTutor, Understanding DATA Step Processing: Debugging a DATA Step (SAS Institute, 2002) */
filename invent 'invent.dat';
data _null_;
  file invent;
  put 'Bird Feeder   LG088  3 20' / '6 Glass Mugs  SB082  6 12' / 'Glass Tray    BQ049 12  6' /
      'Padded Hangrs MN256 15 20' / 'Jewelry Box   AJ498 23  0' / 'Red Apron     AQ072  9 12' /
      'Crystal Vase  AQ672 27  0' / 'Picnic Basket LS930 21  0' / 'Brass Clock   AN910  2 10';
run;
data upd;
  infile invent;
  input Item $ 1-13 IDnum 15-19 InStock 21-22 BackOrd 24-25;
  Total=instock+backord;
run;
/* log
NOTE: Invalid data for IDnum in line 7 15-19.
Item=Crystal Vase IDnum=. InStock=27 BackOrd=0 Total=27 _ERROR_=1 _N_=7
NOTE: Invalid data for IDnum in line 8 15-19.
Item=Picnic Basket IDnum=. InStock=21 BackOrd=0 Total=21 _ERROR_=1 _N_=8
NOTE: Invalid data for IDnum in line 9 15-19.
Item=Brass Clock IDnum=. InStock=2 BackOrd=10 Total=12 _ERROR_=1 _N_=9
NOTE: The data set WORK.UPD has 9 observations and 5 variables.
*/
