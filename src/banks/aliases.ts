/** An institution with the names that people use for it and a bank list may lack. */
export interface KnownBank {
  /** Six digits, as in the bank list. */
  code: string;
  name: string;
  /** The three-digit code of the central bank's older scheme, which clearing and payment pages still show. */
  threeDigits?: string;
  /** Short names, products that became names, former names, and banks that were merged into this one. */
  aliases: readonly string[];
}

/**
 * From public knowledge, last reviewed on 2026-11-21. An entry counts only if the list has its code under a name that
 * fits (see `formsOf`).
 */
export const knownBanks: readonly KnownBank[] = [
  { code: '000001', name: 'Sterling Bank', threeDigits: '232', aliases: ['Equitorial Trust Bank', 'ETB', 'OneBank'] },
  { code: '000002', name: 'Keystone Bank', threeDigits: '082', aliases: ['Bank PHB', 'Platinum Habib Bank'] },
  {
    code: '000003',
    name: 'First City Monument Bank',
    threeDigits: '214',
    aliases: ['FCMB', 'FinBank', 'First Inland'],
  },
  { code: '000004', name: 'United Bank for Africa', threeDigits: '033', aliases: ['UBA'] },
  { code: '000005', name: 'Diamond Bank', threeDigits: '063', aliases: ['Access Diamond'] },
  { code: '000006', name: 'Jaiz Bank', threeDigits: '301', aliases: [] },
  { code: '000007', name: 'Fidelity Bank', threeDigits: '070', aliases: [] },
  { code: '000008', name: 'Polaris Bank', threeDigits: '076', aliases: ['Skye Bank', 'Mainstreet Bank', 'Afribank'] },
  { code: '000009', name: 'Citibank', threeDigits: '023', aliases: [] },
  { code: '000010', name: 'Ecobank', threeDigits: '050', aliases: ['Oceanic Bank'] },
  { code: '000011', name: 'Unity Bank', threeDigits: '215', aliases: [] },
  { code: '000012', name: 'Stanbic IBTC Bank', threeDigits: '221', aliases: ['Stanbic', 'IBTC'] },
  {
    code: '000013',
    name: 'Guaranty Trust Bank',
    threeDigits: '058',
    aliases: ['GTB', 'GTBank', 'GTCO', 'Guarantee Trust Bank'],
  },
  { code: '000014', name: 'Access Bank', threeDigits: '044', aliases: ['Diamond Bank', 'Intercontinental Bank'] },
  { code: '000015', name: 'Zenith Bank', threeDigits: '057', aliases: [] },
  { code: '000016', name: 'First Bank of Nigeria', threeDigits: '011', aliases: ['FBN'] },
  { code: '000017', name: 'Wema Bank', threeDigits: '035', aliases: ['ALAT', 'ALAT by Wema'] },
  { code: '000018', name: 'Union Bank of Nigeria', threeDigits: '032', aliases: ['UBN'] },
  { code: '000019', name: 'Enterprise Bank', threeDigits: '084', aliases: [] },
  { code: '000020', name: 'Heritage Bank', threeDigits: '030', aliases: [] },
  {
    code: '000021',
    name: 'Standard Chartered Bank',
    threeDigits: '068',
    aliases: ['StanChart', 'Std Chartered', 'SCB'],
  },
  { code: '000022', name: 'SunTrust Bank', threeDigits: '100', aliases: [] },
  { code: '000023', name: 'Providus Bank', threeDigits: '101', aliases: [] },
  { code: '000024', name: 'Rand Merchant Bank', threeDigits: '502', aliases: ['RMB'] },
  { code: '000025', name: 'Titan Trust Bank', threeDigits: '102', aliases: [] },
  { code: '000026', name: 'TAJ Bank', threeDigits: '302', aliases: [] },
  { code: '000027', name: 'Globus Bank', threeDigits: '103', aliases: [] },
  { code: '000028', name: 'Central Bank of Nigeria', aliases: ['CBN'] },
  { code: '000029', name: 'Lotus Bank', threeDigits: '303', aliases: [] },
  { code: '000030', name: 'Parallex Bank', threeDigits: '104', aliases: [] },
  { code: '000031', name: 'PremiumTrust Bank', threeDigits: '105', aliases: [] },
  { code: '000034', name: 'Signature Bank', threeDigits: '106', aliases: [] },
  { code: '000036', name: 'Optimus Bank', threeDigits: '107', aliases: [] },
  { code: '000037', name: 'The Alternative Bank', aliases: ['AltBank'] },
  { code: '060001', name: 'Coronation Merchant Bank', threeDigits: '559', aliases: [] },
  { code: '060003', name: 'Nova Bank', threeDigits: '561', aliases: [] },
  { code: '060004', name: 'Greenwich Merchant Bank', threeDigits: '562', aliases: [] },
  { code: '070001', name: 'NPF Microfinance Bank', aliases: ['Nigeria Police Force Microfinance Bank'] },
  { code: '090110', name: 'VFD Microfinance Bank', threeDigits: '566', aliases: ['VBank'] },
  { code: '090136', name: 'Microcred Microfinance Bank', aliases: ['Baobab'] },
  { code: '090175', name: 'Rubies Microfinance Bank', aliases: [] },
  { code: '090177', name: 'LAPO Microfinance Bank', aliases: ['Lift Above Poverty'] },
  { code: '090194', name: 'NIRSAL Microfinance Bank', aliases: [] },
  { code: '090198', name: 'Renmoney Microfinance Bank', aliases: [] },
  { code: '090267', name: 'Kuda Microfinance Bank', aliases: ['Kudimoney'] },
  { code: '090286', name: 'Safe Haven Microfinance Bank', aliases: [] },
  { code: '090367', name: 'Bank of Agriculture', aliases: ['BOA'] },
  { code: '090405', name: 'Moniepoint Microfinance Bank', aliases: ['TeamApt'] },
  { code: '090551', name: 'FairMoney', aliases: [] },
  { code: '090672', name: 'BellBank Microfinance Bank', aliases: ['BellMonie'] },
  { code: '100002', name: 'Paga', aliases: ['Pagatech'] },
  { code: '100004', name: 'OPay', aliases: ['Paycom', 'OPay Digital Services'] },
  { code: '100006', name: 'eTranzact', aliases: ['PocketMoni'] },
  { code: '100018', name: 'Zenith Mobile', aliases: ['eaZyMoney'] },
  { code: '100026', name: 'Carbon', aliases: ['OneFi', 'Paylater'] },
  { code: '100033', name: 'PalmPay', aliases: [] },
  { code: '100039', name: 'Titan Paystack', aliases: ['Paystack Titan'] },
  { code: '100042', name: 'PocketApp', aliases: ['Abeg', 'PiggyVest', 'Pocket by PiggyVest'] },
  { code: '110028', name: 'Nomba', aliases: ['Kudi'] },
  { code: '120001', name: '9 Payment Service Bank', aliases: ['9mobile', '9mobile 9PSB'] },
  { code: '120002', name: 'Hope Payment Service Bank', aliases: [] },
  { code: '120003', name: 'MoMo Payment Service Bank', aliases: ['MTN', 'MTN MoMo'] },
  { code: '120004', name: 'SmartCash Payment Service Bank', aliases: ['Airtel', 'Airtel SmartCash'] },
  { code: '120005', name: 'MoneyMaster Payment Service Bank', aliases: ['Glo', 'Glo MoneyMaster'] },
  { code: '400001', name: 'FSDH Merchant Bank', threeDigits: '501', aliases: [] },
];

/** What people call by its short name, so that it is hardly a person's. */
export const wellKnownCodes: ReadonlySet<string> = new Set(knownBanks.map(({ code }) => code));
