/* source: SAS 9.4 Functions and CALL Routines: Reference, CALL LEXPERM Routine */
data _null_;
  array animal $ 3 a1-a4 ('ant' 'bee' 'cat' 'dog');
  do i = 1 to fact(dim(animal));
    call lexperm(i, of a1-a4);
    put i a1-a4;
  end;
run;
/* log
1 ant bee cat dog
2 ant bee dog cat
3 ant cat bee dog
4 ant cat dog bee
5 ant dog bee cat
6 ant dog cat bee
7 bee ant cat dog
8 bee ant dog cat
9 bee cat ant dog
10 bee cat dog ant
11 bee dog ant cat
12 bee dog cat ant
13 cat ant bee dog
14 cat ant dog bee
15 cat bee ant dog
16 cat bee dog ant
17 cat dog ant bee
18 cat dog bee ant
19 dog ant bee cat
20 dog ant cat bee
21 dog bee ant cat
22 dog bee cat ant
23 dog cat ant bee
24 dog cat bee ant
*/
