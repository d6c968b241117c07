export interface BankName {
  institutionCode: string;
  institutionName: string;
}

/** An institution with the names that people use for it and a bank list may lack. */
export interface KnownBank {
  /** Six digits, as in the bank list. */
  code: string;
  name: string;
  /** The three-digit code of the central bank's older scheme, which clearing and payment pages still show; empty for none. */
  threeDigits?: string;
  /** Short names, products that became names, former names, and banks that were merged into this one. */
  aliases: readonly string[];
}

/**
 * Code, three digits, name, aliases: from public knowledge, last reviewed on 2026-11-21. An entry counts only if the
 * list has its code under a name that fits (see `formsOf`).
 */
const table: readonly (readonly [code: string, threeDigits: string, name: string, ...aliases: string[]])[] = [
  ['000001', '232', 'Sterling Bank', 'Equitorial Trust Bank', 'ETB', 'OneBank'],
  ['000002', '082', 'Keystone Bank', 'Bank PHB', 'Platinum Habib Bank'],
  ['000003', '214', 'First City Monument Bank', 'FCMB', 'FinBank', 'First Inland'],
  ['000004', '033', 'United Bank for Africa', 'UBA'],
  ['000005', '063', 'Diamond Bank', 'Access Diamond'],
  ['000006', '301', 'Jaiz Bank'],
  ['000007', '070', 'Fidelity Bank'],
  ['000008', '076', 'Polaris Bank', 'Skye Bank', 'Mainstreet Bank', 'Afribank'],
  ['000009', '023', 'Citibank'],
  ['000010', '050', 'Ecobank', 'Oceanic Bank'],
  ['000011', '215', 'Unity Bank'],
  ['000012', '221', 'Stanbic IBTC Bank', 'Stanbic', 'IBTC'],
  ['000013', '058', 'Guaranty Trust Bank', 'GTB', 'GTBank', 'GTCO', 'Guarantee Trust'],
  ['000014', '044', 'Access Bank', 'Diamond Bank', 'Intercontinental Bank'],
  ['000015', '057', 'Zenith Bank'],
  ['000016', '011', 'First Bank of Nigeria', 'FBN'],
  ['000017', '035', 'Wema Bank', 'ALAT', 'ALAT by Wema'],
  ['000018', '032', 'Union Bank of Nigeria', 'UBN'],
  ['000019', '084', 'Enterprise Bank'],
  ['000020', '030', 'Heritage Bank'],
  ['000021', '068', 'Standard Chartered Bank', 'StanChart', 'Std Chartered', 'SCB'],
  ['000022', '100', 'SunTrust Bank'],
  ['000023', '101', 'Providus Bank'],
  ['000024', '502', 'Rand Merchant Bank', 'RMB'],
  ['000025', '102', 'Titan Trust Bank'],
  ['000026', '302', 'TAJ Bank'],
  ['000027', '103', 'Globus Bank'],
  ['000028', '', 'Central Bank of Nigeria', 'CBN'],
  ['000029', '303', 'Lotus Bank'],
  ['000030', '104', 'Parallex Bank'],
  ['000031', '105', 'PremiumTrust Bank'],
  ['000034', '106', 'Signature Bank'],
  ['000036', '107', 'Optimus Bank'],
  ['000037', '', 'The Alternative Bank', 'AltBank'],
  ['060001', '559', 'Coronation Merchant Bank'],
  ['060003', '561', 'Nova Bank'],
  ['060004', '562', 'Greenwich Merchant Bank'],
  ['070001', '', 'NPF Microfinance Bank', 'Nigeria Police Force'],
  ['090110', '566', 'VFD Microfinance Bank', 'VBank'],
  ['090136', '', 'Microcred Microfinance Bank', 'Baobab'],
  ['090175', '', 'Rubies Microfinance Bank'],
  ['090177', '', 'LAPO Microfinance Bank', 'Lift Above Poverty'],
  ['090194', '', 'NIRSAL Microfinance Bank'],
  ['090198', '', 'Renmoney Microfinance Bank'],
  ['090267', '', 'Kuda Microfinance Bank', 'Kudimoney'],
  ['090286', '', 'Safe Haven Microfinance Bank'],
  ['090367', '', 'Bank of Agriculture', 'BOA'],
  ['090405', '', 'Moniepoint Microfinance Bank', 'TeamApt'],
  ['090551', '', 'FairMoney'],
  ['090672', '', 'BellBank Microfinance Bank', 'BellMonie'],
  ['100002', '', 'Paga', 'Pagatech'],
  ['100004', '', 'OPay', 'Paycom', 'OPay Digital Services'],
  ['100006', '', 'eTranzact', 'PocketMoni'],
  ['100018', '', 'Zenith Mobile', 'eaZyMoney'],
  ['100026', '', 'Carbon', 'OneFi', 'Paylater'],
  ['100033', '', 'PalmPay'],
  ['100039', '', 'Titan Paystack', 'Paystack Titan'],
  ['100042', '', 'PocketApp', 'Abeg', 'PiggyVest', 'Pocket by PiggyVest'],
  ['110028', '', 'Nomba', 'Kudi'],
  ['120001', '', '9 Payment Service Bank', '9mobile', '9mobile 9PSB'],
  ['120002', '', 'Hope Payment Service Bank'],
  ['120003', '', 'MoMo Payment Service Bank', 'MTN', 'MTN MoMo'],
  ['120004', '', 'SmartCash Payment Service Bank', 'Airtel', 'Airtel SmartCash'],
  ['120005', '', 'MoneyMaster Payment Service Bank', 'Glo', 'Glo MoneyMaster'],
  ['400001', '501', 'FSDH Merchant Bank'],
];

export const knownBanks: readonly KnownBank[] = table.map(([code, threeDigits, name, ...aliases]) => {
  return { code, threeDigits, name, aliases };
});

/** What people call by its short name, so that it is hardly a person's. */
export const wellKnownCodes: ReadonlySet<string> = new Set(knownBanks.map(({ code }) => code));
