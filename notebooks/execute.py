"""Execute a notebook and fail on the first error: execute.py IN OUT."""

import sys

import nbformat
from nbclient import NotebookClient

source, target = sys.argv[1:3]
notebook = nbformat.read(source, as_version=4)
NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
nbformat.write(notebook, target)
figures = sum(
    "image/png" in output.get("data", {})
    for cell in notebook.cells
    if cell.cell_type == "code"
    for output in cell.outputs
)
print(f"{figures} figures")
if figures < 5:
    sys.exit("the notebook shows fewer figures than it should")
