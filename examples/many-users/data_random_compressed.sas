/* Orders that are looked at one by one, by their numbers, in a compressed table.

   Every data set is in WORK, so that any number of these can run at once. Parameters, each set by --let NAME=VALUE:

     mb     megabytes of the table, uncompressed   (5 % of the machine's memory)
     reads  how many orders are looked at      (200000)
     seed   of the random numbers              (1)   */

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

%default_mb(0.05)
%default(reads, 200000)
%default(seed, 1)

/* An observation has 128 bytes. */
%let rows = %sysfunc(ceil(&mb * 1000000 / 128));

data orders (compress=char);
  length order_id customer product 8 amount price discount tax cost 8 shipped paid 8
         region $ 8 channel $ 8 status $ 8 note $ 24;
  format shipped paid date9.;
  call streaminit(&seed);
  do order_id = 1 to &rows;
    customer = ceil(100000 * rand('uniform'));
    product = ceil(5000 * rand('uniform'));
    amount = ceil(20 * rand('uniform'));
    price = round(exp(rand('normal', 3, 1)), 0.01);
    discount = round(0.3 * rand('uniform'), 0.01);
    tax = round(0.2 * price, 0.01);
    cost = round(0.6 * price, 0.01);
    shipped = '01JAN2026'd + floor(360 * rand('uniform'));
    paid = shipped + floor(60 * rand('uniform'));
    region = cats('R', mod(customer, 12));
    channel = ifc(mod(product, 3) = 0, 'web', 'shop');
    status = ifc(paid - shipped > 30, 'late', 'on time');
    note = cats('order of ', region);
    output;
  end;
run;

data _null_;
  call streaminit(&seed + 1);
  do i = 1 to &reads;
    number = ceil(total_orders * rand('uniform'));
    set orders point=number nobs=total_orders;
    value + amount * price;
    late + (status = 'late');
  end;
  put "Read: &reads orders, " value= comma20.2 late=;
  stop;
run;
