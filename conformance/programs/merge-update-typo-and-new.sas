/* source: programming/data-step/update/basic (René Nyffenegger, about-SAS, github.com/ReneNyffenegger/about-SAS) */
data old; input num txt :$10. @@; datalines;
1 one 2 two 3 trhee 4 four 6 six
;
data fix; input num txt :$10. @@; datalines;
3 three 5 five
;
data now; update old fix; by num; run;
proc print data=now noobs; var txt num; run;
/* listing
txt     num
one       1
two       2
three     3
four      4
five      5
six       6
*/
