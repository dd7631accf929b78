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
run;
/* log
NOTE: 9 records were read from the infile INVENT.
*/
