/* source: Which columns have duplicate values across rows (StackOverflow; github.com/rogerjdeangelis, utl-hash_which) */
data have;
  input num1-num9;
  datalines;
1111 1005 1078 1035 5555 1005 7777 1063 1049
1111 1085 1098 1094 5555 1092 7777 1067 1006
1111 1073 1097 1076 5555 1072 7777 1055 1063
1111 1048 1061 1052 5555 1004 7777 1023 1007
1111 1045 1021 1058 5555 1081 7777 1028 1008
;
data want;
  array n(9) num1-num9;
  array c(9) c1-c9;
  declare hash h();
  h.definekey('i', 'value');
  h.definedone();
  do until (last);
    set have end=last;
    do i = 1 to 9; value = n(i); h.replace(); end;
  end;
  length i value 8;
  do i = 1 to 9;
    c(i) = 0;
    do value = 1000 to 8000; c(i) + (h.check() = 0); end;
    c(i) = (c(i) = 1);
  end;
  put c1-c9;
  stop;
run;
/* log
1 0 0 0 1 0 1 0 0
*/
