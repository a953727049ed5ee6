#!/bin/sh
# The main job: policies answer the same seeded hands, a model learns from one of them, plays, and is judged.
# Usage: ./demo.sh FOLDER-WITH-PROGRAMS
set -eu
bin=$1
batch=mulligan-study/baeloth-quintorius-50-v5.json
labels=mulligan-study/heuristic-labels.json
fresh=mulligan-study/spark-unseen.json
report=.data/reports/demo

step() { printf '\n== %s\n' "$1"; }

step "nine policies answer the default batch: 25 Baeloth and 25 Quintorius games"
for pilot in heuristic first random:7 forge xmage phase magarena argentum karsten; do
    "$bin/study" mulligans --pilot "$pilot"
done

step "the heuristic labels 2,000 games over other seeds"
"$bin/study" mulligans --pilot heuristic --games 1000 --base-seed heuristic-labels --output "$labels"

step "Spark learns to imitate the heuristic"
"$bin/spark" train-mulligans --study "$labels" --labels heuristic
"$bin/spark" verify latest

step "Spark answers the default batch and a fresh one, which it has not seen"
"$bin/study" mulligans --pilot spark --restart-spark
"$bin/study" mulligans --pilot heuristic --base-seed spark-unseen --output "$fresh"
"$bin/study" mulligans --pilot spark --restart-spark --base-seed spark-unseen --output "$fresh"

step "report: agreement with heuristic"
mkdir -p "$report"
"$bin/study" report "$batch" "$fresh" --reference heuristic --html "$report/report.html" --markdown "$report/report.md"
printf '\nOpen %s/%s/report.html\n' "$(pwd)" "$report"
