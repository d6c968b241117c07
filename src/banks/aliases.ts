/**
 * A bank: its code in the bank list, its name, and its aliases. Aliases are short names, former ones
 * and those of banks merged into it (behind `was`), and its codes in other systems: three digits of
 * the central bank's older scheme, USSD codes, and those of payment gateways.
 */
export type KnownBank = readonly string[];

/**
 * Collected from public knowledge, last reviewed on 2026-11-21. An entry applies only to a bank
 * that the bank list has under one of the entry's codes, and under a name similar to one of the
 * entry's names (see `formsOf`).
 */
export const knownBanks: readonly KnownBank[] = `\
000001,Sterling Bank,232,was Equitorial Trust Bank,was ETB,OneBank,*822#
000002,Keystone Bank,082,was Bank PHB,was PHB,was Platinum Habib Bank,*7111#
000003,First City Monument Bank,214,FCMB,was FinBank,was First Inland,*329#
000004,United Bank for Africa,033,UBA,*919#
000005,Diamond Bank,063,Access Diamond
000006,Jaiz Bank,301
000007,Fidelity Bank,070,*770#
000008,Polaris Bank,076,was Skye Bank,was Skye,was Mainstreet Bank,was Afribank,*833#
000009,Citibank,023
000010,Ecobank,050,was Oceanic Bank,was Oceanic,*326#
000011,Unity Bank,215,*7799#
000012,Stanbic IBTC Bank,221,Stanbic,IBTC,*909#
000013,Guaranty Trust Bank,058,GTB,GTBank,GTCO,Guarantee Trust,*737#
000014,Access Bank,044,was Diamond Bank,was Intercontinental Bank,was Intercontinental,*901#
000015,Zenith Bank,057,*966#
000016,First Bank of Nigeria,011,FBN,1st Bank,*894#
000017,Wema Bank,035,ALAT,ALAT by Wema,*945#
000018,Union Bank of Nigeria,032,UBN,*826#
000019,Enterprise Bank,084
000020,Heritage Bank,030
000021,Standard Chartered Bank,068,StanChart,Std Chartered,SCB
000022,SunTrust Bank,100
000023,Providus Bank,101
000024,Rand Merchant Bank,502,RMB
000025,Titan Trust Bank,102
000026,TAJ Bank,302
000027,Globus Bank,103
000028,Central Bank of Nigeria,CBN
000029,Lotus Bank,303
000030,Parallex Bank,104
000031,PremiumTrust Bank,105
000034,Signature Bank,106
000036,Optimus Bank,107
000037,The Alternative Bank,AltBank
060001,Coronation Merchant Bank,559
060003,Nova Bank,561
060004,Greenwich Merchant Bank,562
070001,NPF MFB,Nigeria Police Force
090110,VFD MFB,566,VBank
090136,Microcred MFB,Baobab
090175,Rubies MFB,125
090177,LAPO MFB,Lift Above Poverty
090194,NIRSAL MFB
090198,Renmoney MFB
090267,Kuda MFB,was Kudimoney,50211
090286,Safe Haven MFB
090367,Bank of Agriculture,BOA
090405,Moniepoint MFB,was TeamApt,50515
090551,FairMoney,51318
090672,BellBank MFB,BellMonie
100002,Paga,Pagatech
100004,OPay,was Paycom,OPay Digital Services,*955#
100006,eTranzact,PocketMoni
100018,Zenith Mobile,eaZyMoney
100026,Carbon,was OneFi,was Paylater
100033,PalmPay
100039,Titan Paystack,Paystack Titan
100042,PocketApp,was Abeg,PiggyVest,Pocket by PiggyVest
110028,Nomba,was Kudi
120001,9 PSB,9mobile,Ninemobile
120002,Hope PSB
120003,MoMo PSB,MTN,MTN MoMo
120004,SmartCash PSB,Airtel,Airtel SmartCash
120005,MoneyMaster PSB,Glo,Glo MoneyMaster
400001,FSDH Merchant Bank,501`
  .split('\n')
  .map((line) => line.split(','));

/**
 * Codes of the banks in the table: people know their short names, so a text with one hardly means a
 * person.
 */
export const wellKnownCodes: ReadonlySet<string> = new Set(knownBanks.map(([code = '']) => code));
