/* Questions that few observations answer: each is a WHERE, of a table with indexes.

   Every data set is in WORK, so that any number of these can run at once. Parameters, each set by --let NAME=VALUE:

     mb         megabytes of the table                        (10 % of the machine's memory)
     questions  questions of each of three kinds in a pass    (100)
     passes     how often that many are asked                 (3)
     how        data set options, such as idxwhere=no         ()
     seed       of the random numbers                         (1)   */

%macro default(name, value);
  %if not %symexist(&name) %then %do;
    %global &name;
    %let &name = &value;
  %end;
%mend default;

/* MB, unless it is given: a share of the machine's memory. */
%macro default_mb(share);
  %if not %symexist(mb) %then %do;
    %global mb;
    %let mb = 1000;
    %if %sysfunc(fileexist(/proc/meminfo)) %then %do;
      data _null_;
        length name $ 20;
        infile '/proc/meminfo';
        input name $ kilobytes;
        if name = 'MemTotal:' then call symputx('mb', max(1, floor(kilobytes * 1.024e-3 * &share)));
      run;
    %end;
  %end;
%mend default_mb;

%default_mb(0.10)
%default(questions, 100)
%default(passes, 3)
%default(how, )
%default(seed, 1)

/* An observation has 128 bytes. */
%let rows = %sysfunc(ceil(&mb * 1000000 / 128));
%let customers = %sysfunc(ceil(&rows / 20));

/* Orders lie in the order of their days. Those of a customer lie anywhere. */
data orders;
  length order_id customer product 8 amount price discount tax cost 8 shipped paid 8
         region $ 8 channel $ 8 status $ 8 note $ 24;
  format shipped paid date9.;
  call streaminit(&seed);
  do order_id = 1 to &rows;
    customer = ceil(&customers * rand('uniform'));
    product = ceil(5000 * rand('uniform'));
    amount = ceil(20 * rand('uniform'));
    price = round(exp(rand('normal', 3, 1)), 0.01);
    discount = round(0.3 * rand('uniform'), 0.01);
    tax = round(0.2 * price, 0.01);
    cost = round(0.6 * price, 0.01);
    shipped = '01JAN2024'd + floor(1000 * (order_id - 1) / &rows);
    paid = shipped + floor(60 * rand('uniform'));
    region = cats('R', mod(customer, 12));
    channel = ifc(mod(order_id, 3) = 0, 'web', 'shop');
    status = ifc(paid - shipped > 30, 'late', 'on time');
    note = cats('order of ', region);
    output;
  end;
run;

proc datasets library=work nolist;
  modify orders;
    index create customer;
    index create shipped;
    index create bought=(product channel);
quit;

/* The log says for each question which index answers it. */
options msglevel=i;

%macro ask(condition);
  data _null_;
    set orders(&how) end=last;
    where &condition;
    value + amount * price;
    if last then do;
      call symputx('value', &value + value);
      call symputx('found', &found + _n_);
    end;
  run;
%mend ask;

%macro all;
  %local pass question number;
  %do pass = 1 %to &passes;
    %let value = 0;
    %let found = 0;
    %do question = 1 %to &questions;
      %let number = %eval(7919 * &pass + 104729 * &question);
      %ask(customer eq 1 + %sysfunc(mod(&number, &customers)))
      %ask(product eq 1 + %sysfunc(mod(&number, 5000)) and channel eq 'web')
      %ask(shipped eq '01JAN2024'd + %sysfunc(mod(&number, 1000)))
    %end;
    %put Pass &pass: found=&found value=%sysfunc(round(&value, 0.01));
  %end;
%mend all;
%all
