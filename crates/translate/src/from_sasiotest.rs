//! From a test of SASIOTEST to the common form.

use feedrate_pageio::{Access, Method};

use crate::common::{Content, File, Job, JobLimit, Order, Pool, Workload, read_percent};
use feedrate_dialects::sasiotest::{Operation, Test};

pub(crate) fn common(test: &Test) -> Workload {
    let mut lost = Vec::new();
    let method = test.operation.method();
    let pages = method.pages_per_transfer();
    if pages > 1 {
        lost.push(format!("-sgio: blocks scattered over {pages} page buffers"));
    }
    if let Operation::ReadWriteBack { .. } = test.operation {
        lost.push("-rw: each page is written back where it was read, unchanged".to_owned());
    }
    let block = test.page_size.bytes.saturating_mul(pages.into());
    Workload {
        jobs: vec![Job {
            name: "sasiotest".to_owned(),
            waits: false,
            pools: vec![Pool {
                files: vec![File {
                    name: test.file.display().to_string(),
                    offset: 0,
                    bytes: Some(test.file_size.bytes),
                }],
                threads: 1,
                processors: Vec::new(),
                one_each: false,
            }],
            queue_for_each_file: false,
            read_percent: read_percent(test.operation.reads(), test.operation.writes(), 50),
            order: if test.operation.access() == Access::Sequential {
                Order::Sequential {
                    stride: block,
                    shared: false,
                }
            } else {
                Order::Random {
                    align: block,
                    percent: 100,
                    repeats: true,
                }
            },
            zones: Vec::new(),
            block,
            depth: 1,
            direct: method.is_direct(),
            write_through: method == Method::WriteThrough,
            each_way: true,
            until: JobLimit::Once(None),
            warm_up: 0.0,
            rate: None,
            content: Content::Scrambled,
            invalidate: false,
            latency: false,
        }],
        lost,
    }
}
