/* source: The PRINT Procedure, Example 8: Creating a Customized Layout with BY Groups and ID Variables (support.sas.com, SAS 9.2 Procedures Guide) */
data crew;
  input job $ sex $ pay @@;
  datalines;
FA1 F 23177 FA1 F 22454 FA1 M 22268
FA2 F 28888 FA2 F 27787 FA2 M 28572
FA3 F 32886 FA3 F 33419 FA3 M 32217
ME1 M 29769 ME1 M 28072 ME1 M 28619
ME2 F 35108
;
proc print data=crew split='*';
  by job;
  id job;
  var sex pay;
  sum pay;
  format pay dollar11.2;
  label job='Job Code*========' sex='Gender*======' pay='Annual Salary*=============';
run;
/* listing
Job Code Gender Annual Salary
======== ====== =============
FA1 F $23,177.00
F $22,454.00
M $22,268.00
-------- -------------
FA1 $67,899.00
FA2 F $28,888.00
F $27,787.00
M $28,572.00
-------- -------------
FA2 $85,247.00
FA3 F $32,886.00
F $33,419.00
M $32,217.00
-------- -------------
FA3 $98,522.00
ME1 M $29,769.00
M $28,072.00
M $28,619.00
-------- -------------
ME1 $86,460.00
*/
