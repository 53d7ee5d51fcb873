process.stdout.write(process.argv.slice(2).map((item) => item + "\0").join(""));
