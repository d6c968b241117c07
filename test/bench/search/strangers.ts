const names = `
  barclays, lloyds, natwest, santander, monzo, revolut, bunq, abn amro, rabobank, commerzbank, sparkasse,
  bnp paribas, credit agricole, caixabank, bbva, sabadell, unicredit, intesa sanpaolo, ubs, julius baer,
  raiffeisen, swedbank, handelsbanken, nordea, danske bank, tinkoff, garanti, hsbc, absa, nedbank, capitec,
  investec, attijariwafa, mashreq, emirates nbd, al rajhi, hapoalim, icici, hdfc, kotak mahindra,
  punjab national, canara bank, meezan, ocbc, maybank, cimb, mandiri, vietcombank, icbc, bank of china, mizuho,
  sumitomo mitsui, shinhan, kookmin, westpac, macquarie, jpmorgan, bank of america, wells fargo,
  morgan stanley, huntington, charles schwab, scotiabank, desjardins, itau, bradesco, nubank, banorte,
  bancolombia, paypal, venmo, klarna, binance, computer, invoice, transaction, salary, december, pizza,
  football, elephant, hospital, quantum, volcano, keyboard, bicycle, guitar, algorithm, javascript, philosophy,
  umbrella, chocolate, orchestra, mountain, telescope, dinosaur, penguin, saxophone, qwerty, asdfgh, xxx, test
`;

/** Names of no bank that is likely to be on a list: banks of elsewhere, and words of other fields. */
export const strangers: readonly string[] = names.trim().split(/,\s+/);
