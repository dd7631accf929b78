/* source: Update first row with total sales (SAS Forum; rogerjdeangelis on GitHub) */
data sold;
  input country $ sales;
  cards4;
World 25
India 30
USA 40
Pak 70
;;;;
data sold;
  if _n_ = 1 then do until (done);
    set sold end=done;
    total + sales;
  end;
  modify sold;
  if country = 'World' then do;
    sales = total;
    replace;
  end;
run;
proc print data=sold noobs;
run;
/* listing
country sales
World 165
India 30
USA 40
Pak 70
*/
