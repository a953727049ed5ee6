//! Weighted logistic mulligan model: training, nested validation, scoring.
//!
//! A library without files and without a clock: rows come in memory, values go out, and the same
//! rows and seed give the same bytes on every machine and thread count.

pub mod baselines;
pub mod cv;
pub mod design;
mod error;
pub mod features;
pub mod fit;
pub mod folds;
pub mod kernel;
pub mod model;
pub mod newton;
pub mod oracle;
pub mod params;
pub mod pilot;
pub mod report;
pub mod robustness;
pub mod select;
pub mod standardize;
mod sums;
pub mod train;
pub mod weights;

pub use cv::Prediction;
pub use design::{FeatureSchema, RowMeta, TrainRow, TrainingSet};
pub use error::SparkError;
pub use fit::{Fitted, LogisticParams};
pub use folds::{Folds, FoldsFile};
pub use model::{Contribution, Origin, Outside, Score, SparkModel, TrainedTable};
pub use params::{Mutant, TrainParams, TrainValidParams};
pub use pilot::{BottomPlan, Judgment, SparkMulliganPilot, best_bottom, judge, weightiest};
pub use select::Selection;
pub use train::{Evaluation, Metrics, Trained, evaluate, train};
