//! PROC GLM gives the published ratios of run times, and agrees with PROC REG and PROC MEANS where they compute the
//! same; both read BY groups as they do the data sets of these alone.

use crate::log_and_listing::log_and_listing;

/// Unbalanced designs, one for each seed, with missing values. `@` is how many observations each has.
const DATA: &str = "
    data all;
      call streaminit(7);
      do seed = 1 to 5;
        do i = 1 to @;
          a = int(3 * rand('uniform') ** 2);
          b = substr('pqr', 1 + int(3 * rand('uniform')), 1);
          x = rand('normal');
          z = x / 2 + rand('uniform');
          y = a + 2 * x - z + rand('normal');
          w = int(4 * rand('uniform')) / 2;
          f = int(4 * rand('uniform'));
          if rand('uniform') < 0.05 then x = .;
          if rand('uniform') < 0.05 then y = .;
          if rand('uniform') < 0.02 then a = .;
          output;
        end;
      end;
    run;";

/// The lines of a log that a step wrote with PUT behind a word, as numbers.
fn put(log: &str, word: &str) -> Vec<Vec<f64>> {
    let lines = log.lines().filter_map(|line| line.strip_prefix(word));
    let numbers = lines.map(|line| {
        let words = line.split_whitespace();
        words.map(|word| word.parse().unwrap()).collect()
    });
    numbers.collect()
}

/// Runs a program that says `differs` where two figures do, and `compared` for each pair.
fn all_agree(program: &str, least: usize) {
    let text = format!("{}{program}", DATA.replace('@', "90"));
    let (log, _) = log_and_listing(&text);
    assert!(!log.contains("ERROR") && !log.contains("WARNING"), "{log}");
    assert!(!log.contains("\ndiffers"), "{log}");
    let compared = log.lines().filter(|line| *line == "compared").count();
    assert!(compared >= least, "{compared} of {least}: {log}");
}

#[test]
fn published_ratios_of_run_times_come_out() {
    let program = concat!(
        include_str!("../programs/glm-run-times.sas"),
        "data _null_; set ratios; if system = 'MVS' then put 'mvs ' ratio published;
         else put 'unix ' ratio published; run;"
    );
    let (log, _) = log_and_listing(program);
    // Those of MVS are exact; the times of Unix are published in too few digits for all of its ratios.
    let mvs = put(&log, "mvs ");
    assert_eq!(mvs.len(), 5);
    for ratio in mvs {
        assert_eq!(ratio[0], ratio[1]);
    }
    let unix = put(&log, "unix ");
    assert_eq!(unix.len(), 15);
    let off = unix.iter().map(|ratio| (ratio[0] - ratio[1]).abs());
    assert!(off.clone().all(|off| off < 0.1001), "{unix:?}");
    assert_eq!(off.filter(|off| *off < 0.0499).count(), 10, "{unix:?}");
}

#[test]
fn regression_is_a_model_without_classes() {
    all_agree(
        "proc reg data=all noprint; by seed; weight w; freq f; model y = x z;
           output out=of_reg p=p r=r h=h stdi=stdi rstudent=t; run;
         proc glm data=all noprint; by seed; weight w; freq f; model y = x z;
           output out=of_glm p=gp r=gr h=gh stdi=gstdi rstudent=gt; run;
         data _null_; merge of_reg of_glm;
           array one {5} p r h stdi t; array other {5} gp gr gh gstdi gt;
           do k = 1 to 5;
             put 'compared';
             if one{k} ne other{k} and not (abs(one{k} - other{k}) < 1e-9 * (1 + abs(one{k})))
               then put 'differs ' _n_ k one{k} other{k};
           end;
         run;",
        2000,
    );
}

#[test]
fn least_squares_means_of_one_class_are_means() {
    all_agree(
        "proc glm data=all noprint; by seed; class a; model y = a; lsmeans a / out=of_glm; run;
         proc means data=all noprint nway; by seed; class a; var y; output out=of_means mean=mean; run;
         data _null_; merge of_glm of_means; by seed a;
           put 'compared';
           if not (abs(lsmean - mean) < 1e-12 * (1 + abs(mean))) then put 'differs ' seed a lsmean mean;
         run;",
        15,
    );
}

#[test]
fn a_group_is_fitted_as_if_it_were_alone() {
    all_agree(
        "proc glm data=all noprint; by seed; class a b; model y = a|b x; lsmeans a*b / out=all_means;
           output out=of_all p=p stdp=s; run;
         proc glm data=all noprint; where seed = 4; class a b; model y = a|b x; lsmeans a*b / out=means;
           output out=of_one p=q stdp=t; run;
         data _null_; merge of_all(where=(seed = 4)) of_one; put 'compared'; \
           if p ne q or s ne t then put 'differs'; run;
         data _null_; merge all_means(where=(seed = 4)) means(rename=(lsmean=other)); put 'compared';
           if lsmean ne other then put 'differs ' a b lsmean other; run;",
        95,
    );
}

#[test]
fn threads_make_of_their_parts_what_one_does() {
    let steps = |name: &str, cpus: u32| {
        format!(
            "options cpucount={cpus};
             proc reg data=all outest=r{name} noprint; model y = x z; weight w; run;
             proc glm data=all noprint order=data; format a half.; class a b; freq f; model y = a|b x;
               lsmeans a b / out=m{name}; output out=o{name}(keep=p) p=p; run;
             proc glm data=all order=data; format a half.; class a b; model y = a|b x / solution;
               means a a*b; run;"
        )
    };
    let data = DATA.replace('@', "12000");
    let format = "proc format; value half 0='none' 1-2='some'; run;";
    let compare = "data _null_; merge rone rmany(rename=(x=ox z=oz intercept=oi)); put 'compared';
          if not (abs(x - ox) + abs(z - oz) + abs(intercept - oi) < 1e-12) then put 'differs'; run;
        data _null_; merge mone mmany(rename=(a=oa b=ob lsmean=om)); put 'compared';
          if a ne oa or b ne ob or not (abs(lsmean - om) < 1e-11) then put 'differs ' a oa b ob; run;
        data _null_; merge oone omany(rename=(p=op)) end=last; if last then put 'compared';
          if p ne op and not (abs(p - op) < 1e-11) then put 'differs ' _n_ p op; run;";
    let text = format!("{data}{format}{}{}{compare}", steps("one", 1), steps("many", 4));
    let (log, listing) = log_and_listing(&text);
    assert!(!log.contains("ERROR") && !log.contains("WARNING"), "{log}");
    assert!(!log.contains("\ndiffers"), "{log}");
    assert_eq!(log.matches("\ncompared").count(), 1 + 5 + 1);
    let (one, many) = listing.split_at(listing.rfind("The GLM Procedure").unwrap());
    assert_eq!(one.trim(), many.trim());
}

#[test]
fn more_levels_than_memory_are_a_fault() {
    let (log, _) = log_and_listing(
        "options memsize=1m;
         data wide; do a = 1 to 20000; y = mod(a, 7); output; end; run;
         proc glm data=wide; class a; model y = a; run;",
    );
    assert!(log.contains("raise MEMSIZE="), "{log}");
    let (log, _) = log_and_listing(
        "data wide; do a = 1 to 6000; y = mod(a, 7); output; end; run;
         proc glm data=wide; class a; model y = a; run;",
    );
    assert!(log.contains("6001 columns"), "{log}");
}
