/* source: Which columns have duplicate values across rows (StackOverflow; github.com/rogerjdeangelis, utl-hash_which) */
data have;
  array nums num1-num9;
  do rec = 1 to 5;
    do i = 1 to 9;
      nums[i] = int(100 * ranuni(1235)) + 1000;
    end;
    num1 = 1111; num5 = 5555; num7 = 7777;
    output;
  end;
  drop rec i;
run;
proc print data=have; run;
/* listing
1 1111 1005 1078 1035 5555 1005 7777 1063 1049
2 1111 1085 1098 1094 5555 1092 7777 1067 1006
3 1111 1073 1097 1076 5555 1072 7777 1055 1063
4 1111 1048 1061 1052 5555 1004 7777 1023 1007
5 1111 1045 1021 1058 5555 1081 7777 1028 1008
*/
