/* source: Week6_Part2.ipynb, Ex12_SUM_Statement_vs_2_SETs (Parts 1 and 2) (github.com/ProcJimi/curriculum) */
data months;
  input mon $ sale @@;
  cum_sale + sale;
  datalines;
Jan 164083 Feb 164260 Mar 163747 Apr 164759 May 165617 Jun 166098
Jul 167305 Aug 167797 Sep 169407 Oct 170681 Nov 171025 Dec 172995
;
run;
proc print data=months;
  format sale cum_sale dollar12.;
  sum sale;
run;
data shares;
  set months(keep=cum_sale) point=last nobs=last;
  set months(drop=cum_sale);
  Percent_sale = sale / cum_sale;
run;
proc print data=shares;
  var mon sale Percent_sale;
  sum sale Percent_sale;
  format sale dollar10. Percent_sale percent12.2;
run;
/* listing
Obs mon sale cum_sale
1 Jan $164,083 $164,083
2 Feb $164,260 $328,343
3 Mar $163,747 $492,090
4 Apr $164,759 $656,849
5 May $165,617 $822,466
6 Jun $166,098 $988,564
7 Jul $167,305 $1,155,869
8 Aug $167,797 $1,323,666
9 Sep $169,407 $1,493,073
10 Oct $170,681 $1,663,754
11 Nov $171,025 $1,834,779
12 Dec $172,995 $2,007,774
$2,007,774
Obs mon sale Percent_sale
1 Jan $164,083 8.17%
2 Feb $164,260 8.18%
3 Mar $163,747 8.16%
4 Apr $164,759 8.21%
5 May $165,617 8.25%
6 Jun $166,098 8.27%
7 Jul $167,305 8.33%
8 Aug $167,797 8.36%
9 Sep $169,407 8.44%
10 Oct $170,681 8.50%
11 Nov $171,025 8.52%
12 Dec $172,995 8.62%
$2,007,774 100.00%
*/
