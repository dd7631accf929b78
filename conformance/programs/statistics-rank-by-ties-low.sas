/* source: RANK Procedure, Example 2: Ranking Values within BY Groups (SAS Base Procedures Guide, support.sas.com, 9.3) */
data wards;
  length Candidate $ 11;
  input Candidate District Vote Years;
  datalines;
Cardella 1 1689 8
Latham 1 1005 2
Smith 1 1406 0
Walker 1 846 0
Hinkley 2 912 0
Kreitemeyer 2 1198 0
Lundell 2 2447 6
Thrash 2 912 2
;
run;
proc rank data=wards descending ties=low out=standing;
  by District;
  ranks VoteRank YearsRank;
  var Vote Years;
run;
proc print n data=standing; by District; run;
/* listing
Vote Years
Obs Candidate Vote Years Rank Rank
1 Cardella 1689 8 1 1
2 Latham 1005 2 3 2
3 Smith 1406 0 2 3
4 Walker 846 0 4 3
N = 4
5 Hinkley 912 0 3 3
6 Kreitemeyer 1198 0 2 3
7 Lundell 2447 6 1 1
8 Thrash 912 2 3 2
N = 4
*/
