/* source: STAT 4197/6197 course notes, Week 4, Ex11C_put_input_function (Part 1) (ProcJimi/curriculum, GitHub, 2019) */
data spelled;
  do i = 1 to 5;
    word = put(i, words12.);
    output;
  end;
run;
proc print data=spelled noobs; run;
/* listing
i word
1 one
2 two
3 three
4 four
5 five
*/
