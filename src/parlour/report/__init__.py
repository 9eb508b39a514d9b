"""Reports: tables with intervals beside published figures, pictures, one HTML page."""
