/* source: Rounding Your Formats (amadeus.co.uk) */
proc format;
  picture thou (round) low-high='009k' (mult=0.001);
run;
data pairs;
  infile datalines dsd;
  length product $16;
  input product sales;
  format_sales=put(sales,thou.);
  format sales dollar12.;
  datalines;
Boot,29761
Men's Casual,67242
Men's Dress,76793
Sandal,62819
Slipper,68641
Sport Shoe,1690
Women's Casual,51541
Women's Dress,108942
Sport Shoe,2617
Boot,4846
Men's Casual,360209
Men's Dress,4051
;
proc print data=pairs noobs;
  var product sales format_sales;
run;
/* listing
Boot $29,761 30k
Men's Casual $67,242 67k
Men's Dress $76,793 77k
Sandal $62,819 63k
Slipper $68,641 69k
Sport Shoe $1,690 2k
Women's Casual $51,541 52k
Women's Dress $108,942 109k
Sport Shoe $2,617 3k
Boot $4,846 5k
Men's Casual $360,209 360k
Men's Dress $4,051 4k
*/
