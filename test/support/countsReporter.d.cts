import Mocha = require('mocha');

declare class CountsReporter extends Mocha.reporters.Spec {}

export = CountsReporter;
