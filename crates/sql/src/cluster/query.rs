//! Which queries are executed on a cluster, and their plans.

use std::sync::Arc;

use datafusion::arrow::datatypes::SchemaRef;
use datafusion::common::{DataFusionError, Result};
use datafusion::execution::session_state::{SessionState, SessionStateBuilder};
use datafusion::logical_expr::LogicalPlan;
use datafusion::prelude::SessionConfig;
use feedrate_dataset::Libraries;

use super::compacted::compacted;
use super::whole_sides::in_one_task;
use super::{Cluster, Ready};
use crate::join_keys::JoinKeys;
use crate::scan::TableSource;
use crate::sequential::sequential_plans;
use crate::unnest::physical_plan;

/// The number of partitions of a plan, each of which is at most one task of a stage.
const PARTITIONS: usize = 16;

/// The most bytes that the rows of a batch have, if a row of each data set has all of its columns.
const BATCH_BYTES: usize = 8 << 20;

/// The fewest and the most rows of a batch.
const LEAST_BATCH_ROWS: usize = 16;
const MOST_BATCH_ROWS: usize = 8192;

/// The cluster on which a query is executed.
#[derive(Clone, Debug)]
pub(crate) struct ClusterQuery {
    cluster: Arc<dyn Cluster>,
    address: String,
    /// The number of rows that travel at once.
    batch_rows: usize,
}

/// A plan that was encoded.
pub(crate) struct EncodedPlan {
    plan: Vec<u8>,
    schema: SchemaRef,
}

impl ClusterQuery {
    /// Returns the cluster of a query's data sets; `None` if none of them is on one. Fails with the reason if the query
    /// cannot be executed there.
    pub(crate) fn of(
        cluster: Option<&Arc<dyn Cluster>>,
        sources: &[Arc<TableSource>],
        libraries: &Libraries,
        in_order: bool,
    ) -> Option<std::result::Result<Self, String>> {
        let addresses = sources.iter().map(|source| {
            let data_set = source.data_set()?;
            Some((data_set, libraries.cluster_of(data_set.library())))
        });
        let addresses: Vec<_> = addresses.flatten().collect();
        let (_, Some(address)) = *addresses.iter().find(|(_, address)| address.is_some())? else {
            return None;
        };
        Some(match cluster {
            None => Err("this build has no part for clusters".to_owned()),
            _ if in_order => Err("it counts rows or draws random numbers in their order".to_owned()),
            Some(cluster) => {
                let other = addresses.iter().find(|(_, own)| *own != Some(address));
                let kept = sources.iter().find(|source| source.has_condition());
                match (other, kept) {
                    (Some((name, _)), _) => Err(format!("{name} is not in a library of it")),
                    (None, Some(source)) => Err(format!(
                        "the condition on the rows of {} is evaluated as they are read",
                        source.data_set().map_or_else(String::new, ToString::to_string)
                    )),
                    (None, None) => Ok(Self {
                        cluster: Arc::clone(cluster),
                        address: address.to_owned(),
                        batch_rows: batch_rows(sources),
                    }),
                }
            }
        })
    }

    /// Returns the host and port of the scheduler.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// Plans a query and encodes its parts, which are executed one after the other. Fails with the reason if it has
    /// something that other processes cannot execute.
    pub(crate) async fn encoded(&self, plan: &LogicalPlan) -> Result<Vec<EncodedPlan>> {
        let state = self.state();
        let mut encoded = Vec::new();
        for part in sequential_plans(plan)?.unwrap_or_else(|| vec![plan.clone()]) {
            let planned = physical_plan(&state, &part).await?;
            let planned = compacted(in_one_task(planned)?)?;
            let schema = planned.schema();
            let plan = self.cluster.encode(planned)?;
            encoded.push(EncodedPlan { plan, schema });
        }
        Ok(encoded)
    }

    /// Executes a part of a query.
    pub(crate) async fn run(&self, part: EncodedPlan) -> Result<Ready> {
        let config = self.config();
        let ran = self.cluster.run(&self.address, part.plan, part.schema, &config);
        ran.await.map_err(|error| {
            let text = error.find_root().message().into_owned();
            let first = text.lines().next().unwrap_or_default();
            DataFusionError::Execution(format!("on the cluster {}: {first}", self.address))
        })
    }

    fn config(&self) -> SessionConfig {
        self.cluster
            .config()
            .with_target_partitions(PARTITIONS)
            .with_batch_size(self.batch_rows)
            // The sides of a join are sent to all machines only where Ballista finds that each row is returned once.
            .set_usize("datafusion.optimizer.hash_join_single_partition_threshold", 0)
            .set_usize("datafusion.optimizer.hash_join_single_partition_threshold_rows", 0)
    }

    fn state(&self) -> SessionState {
        SessionStateBuilder::new_with_default_features()
            .with_config(self.config())
            .with_optimizer_rule(Arc::new(JoinKeys))
            .build()
    }
}

/// Returns the number of rows of a batch for rows of the length of all columns.
fn batch_rows(sources: &[Arc<TableSource>]) -> usize {
    let lengths = sources.iter().filter_map(|source| source.table());
    let lengths = lengths.map(|table| table.schema().row_length() as usize);
    let row_bytes = lengths.fold(0, usize::saturating_add).max(1);
    (BATCH_BYTES / row_bytes).clamp(LEAST_BATCH_ROWS, MOST_BATCH_ROWS)
}
