"""From what a viewer sees to HTML."""
