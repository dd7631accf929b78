//! The programs in the documents run as they stand there.

use std::fs;
use std::path::Path;

use crate::log_and_listing::log_and_listing;

/// The data sets that the programs read.
const DATA: &str = "
    data claims;
      call streaminit(1);
      length region $ 5 sex $ 1;
      do claim = 1 to 200;
        region = scan('north south west', 1 + int(3 * rand('uniform')));
        sex = substr('FM', 1 + int(2 * rand('uniform')), 1);
        year = 2020 + int(3 * rand('uniform'));
        quarter = 1 + int(4 * rand('uniform'));
        age = 20 + int(50 * rand('uniform'));
        visits = int(9 * rand('uniform'));
        charge = 100 * rand('uniform');
        paid = charge + 20 * rand('uniform') + age;
        late = rand('uniform') < 0.2 + paid / 1000;
        output;
      end;
    run;
    data times;
      call streaminit(1);
      do system = 1 to 2;
        do scenario = 1 to 2;
          do log_records = 1 to 9;
            log_time = log_records + scenario + rand('uniform');
            output;
          end;
        end;
      end;
    run;
";

#[test]
fn programs_of_the_documents_run_as_they_stand_there() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    for (document, count) in [("procedures.md", 5), ("proc-tabulate.md", 1), ("proc-report.md", 1)] {
        let text = fs::read_to_string(folder.join(document)).unwrap();
        let programs = text.split("```sas\n").skip(1);
        let programs = programs.map(|rest| rest.split("```").next().unwrap());
        let programs: Vec<_> = programs.collect();
        assert!(programs.len() >= count, "{document}");
        for program in programs {
            let (log, listing) = log_and_listing(&format!("{DATA}{program}"));
            assert!(!log.contains("ERROR"), "{document}:\n{program}\n{log}");
            assert!(!listing.is_empty(), "{document}:\n{program}\n{log}");
        }
    }
}
