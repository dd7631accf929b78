/* source: SAS 9.2 Base Procedures Guide, The TRANSPOSE Procedure, Example 5: Naming Transposed Variables When the ID Variable Has Duplicate Values */
data stocks;
  input company $14. date $ time $ price;
  datalines;
Horizon Kites jun11 opening 29
Horizon Kites jun11 noon    27
Horizon Kites jun11 closing 27
Horizon Kites jun12 opening 27
Horizon Kites jun12 noon    28
Horizon Kites jun12 closing 30
SkyHi Kites   jun11 opening 43
SkyHi Kites   jun11 noon    43
SkyHi Kites   jun11 closing 44
SkyHi Kites   jun12 opening 44
SkyHi Kites   jun12 noon    45
SkyHi Kites   jun12 closing 45
;
proc transpose data=stocks out=closing let;
  by company;
  id date;
run;
proc print data=closing noobs;
run;
/* listing
company _NAME_ jun11 jun12
Horizon Kites price 27 30
SkyHi Kites price 44 45
*/
