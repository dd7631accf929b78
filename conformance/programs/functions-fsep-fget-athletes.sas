/* source: SAS 9.4 Functions and CALL Routines: Reference, FSEP Function */
filename t temp;
data _null_;
  file t;
  put 'John J. Doe,Male,25,Weight Lifter';
  put "Pat O'Neal,Female,22,Gymnast";
run;
data _null_;
  length name gender age work $ 16;
  id = fopen('t');
  rc = fsep(id, ',');
  do while (fread(id) = 0);
    rc = fget(id, name); rc = fget(id, gender); rc = fget(id, age); rc = fget(id, work);
    put name= gender= age= work=;
  end;
  rc = fclose(id);
run;
/* log
name=John J. Doe gender=Male age=25 work=Weight Lifter
name=Pat O'Neal gender=Female age=22 work=Gymnast
*/
