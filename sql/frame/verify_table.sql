SELECT * FROM @table@ WHERE false;
