/* source: Manipulating Data in Base SAS Part 6 - Transpose (M. Jordan, SAS Communities Library, 2024) */
data tall;
  input ID Serial Value $ @@;
  datalines;
1 1 1A 2 1 2A 3 1 3A 1 2 1B 2 2 2B 3 2 3B 1 3 1C 2 3 2C
3 3 3C 1 4 1D 2 4 2D 3 4 3D 1 5 1E 2 5 2E 3 5 3E
;
proc sort data=tall out=tall2; by id serial; run;
proc transpose data=tall2 out=wide; by ID; run;
proc print data=wide; run;
/* listing
Obs ID _NAME_ COL1 COL2 COL3 COL4 COL5
1 1 Serial 1 2 3 4 5
*/
