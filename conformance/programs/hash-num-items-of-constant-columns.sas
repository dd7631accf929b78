/* source: Hash, which columns have duplicate values across rows (stackoverflow.com; rogerjdeangelis on GitHub) */
data seen;
  input num1-num9;
  datalines;
1111 1005 1078 1035 5555 1005 7777 1063 1049
1111 1085 1098 1094 5555 1092 7777 1067 1006
1111 1073 1097 1076 5555 1072 7777 1055 1063
1111 1048 1061 1052 5555 1004 7777 1023 1007
1111 1045 1021 1058 5555 1081 7777 1028 1008
;
data _null_;
  length value 8;
  declare hash distinct();
  distinct.definekey('value');
  distinct.definedone();
  array num[9];
  array constant[9] c1-c9;
  do column = 1 to 9;
    do row = 1 to 5;
      set seen point=row;
      value = num[column];
      rc = distinct.replace();
    end;
    constant[column] = distinct.num_items = 1;
    rc = distinct.clear();
  end;
  put c1-c9;
  stop;
run;
/* log
1 0 0 0 1 0 1 0 0
*/
