/* source: sas/percent.sas (Bob Heckel, github.com/bheckel/code) */
data pay;
  input dept $ name $ salary @@;
  datalines;
bedding Watlee 18000 bedding Ives 16000 bedding Parker 9000 bedding George 8000 bedding Joiner 8000
carpet Keller 20000 carpet Ray 12000 carpet Jones 9000 gifts Johnston 8000 gifts Matthew 19000
kitchen White 8000 kitchen Banks 14000 kitchen Marks 9000 kitchen Cannon 15000
tv Jones 9000 tv Smith 1000 tv Rogers 15000 tv Morse 15000 xray Jones 1000
;
proc means data=pay noprint; class dept; var salary; output out=stats sum=s_sal; run;
proc print data=stats; run;
/* listing
Obs dept _TYPE_ _FREQ_ s_sal
1 0 19 214000
2 bedding 1 5 59000
3 carpet 1 3 41000
*/
