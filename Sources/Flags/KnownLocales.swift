/// Countries and languages, as the Foundation of Swift 6.3 knows them (CLDR), without the code for no country.
enum KnownLocales {
    /// Countries and larger regions (ISO 3166, UN M49): two letters, three letters or three digits, in upper case.
    static let regions = words(
        """
        AC AD AE AF AG AI AL AM AN AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BU
        BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CP CQ CR CS CT CU CV CW CX CY CZ DD DE DG DJ DK DM DO DY DZ
        EA EC EE EG EH ER ES ET EU EZ FI FJ FK FM FO FQ FR FX GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW
        GY HK HM HN HR HT HU HV IC ID IE IL IM IN IO IQ IR IS IT JE JM JO JP JT KE KG KH KI KM KN KP KR KW KY KZ LA
        LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MI MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC
        NE NF NG NH NI NL NO NP NQ NR NT NU NZ OM PA PC PE PF PG PH PK PL PM PN PR PS PT PU PW PY PZ QA QO QU RE RH
        RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SU SV SX SY SZ TA TC TD TF TG TH TJ TK TL TM
        TN TO TP TR TT TV TW TZ UA UG UK UM UN US UY UZ VA VC VD VE VG VI VN VU WF WK WS XK YD YE YT YU ZA ZM ZR ZW
        ZZ
        AAA ABW AFG AGO AIA ALA ALB AND ANT ARE ARG ARM ASC ASM ATA ATF ATG AUS AUT AZE BDI BEL BEN BES BFA BGD BGR
        BHR BHS BIH BLM BLR BLZ BMU BOL BRA BRB BRN BTN BUR BVT BWA CAF CAN CCK CHE CHL CHN CIV CMR COD COG COK COL
        COM CPT CPV CRI CUB CUW CXR CYM CYP CZE DDR DEU DGA DJI DMA DNK DOM DZA ECU EGY ERI ESH ESP EST ETH FIN FJI
        FLK FRA FRO FSM FXX GAB GBR GEO GGY GHA GIB GIN GLP GMB GNB GNQ GRC GRD GRL GTM GUF GUM GUY HKG HMD HND HRV
        HTI HUN IDN IMN IND IOT IRL IRN IRQ ISL ISR ITA JAM JEY JOR JPN KAZ KEN KGZ KHM KIR KNA KOR KWT LAO LBN LBR
        LBY LCA LIE LKA LSO LTU LUX LVA MAC MAF MAR MCO MDA MDG MDV MEX MHL MKD MLI MLT MMR MNE MNG MNP MOZ MRT MSR
        MTQ MUS MWI MYS MYT NAM NCL NER NFK NGA NIC NIU NLD NOR NPL NRU NTZ NZL OMN PAK PAN PCN PER PHL PLW PNG POL
        PRI PRK PRT PRY PSE PYF QAT QMM QNN QOO QPP QQQ QRR QSS QTT QUU QVV QWW QXX QYY QZZ REU ROU RUS RWA SAU SCG
        SDN SEN SGP SGS SHN SJM SLB SLE SLV SMR SOM SPM SRB SSD STP SUN SUR SVK SVN SWE SWZ SXM SYC SYR TAA TCA TCD
        TGO THA TJK TKL TKM TLS TMP TON TTO TUN TUR TUV TWN TZA UGA UKR UMI URY USA UZB VAT VCT VEN VGB VIR VNM VUT
        WLF WSM XAA XBB XCC XDD XEE XFF XGG XHH XII XJJ XKK XLL XMM XNN XOO XPP XQQ XRR XSS XTT XUU XVV XWW XYY
        XZZ YEM YMD YUG ZAF ZAR ZMB ZWE ZZZ
        001 002 003 004 005 008 009 010 011 012 013 014 015 016 017 018 019 020 021 024 028 029 030 031 032 034 035
        036 039 040 044 048 050 051 052 053 054 056 057 060 061 062 064 068 070 072 074 076 084 086 090 092 096 100
        104 108 112 116 120 124 132 136 140 142 143 144 145 148 150 151 152 154 155 156 158 162 166 170 172 174 175
        178 180 184 188 191 192 196 200 202 203 204 208 212 214 218 222 226 230 231 232 233 234 238 239 242 246 248
        249 250 254 258 260 262 266 268 270 275 276 278 280 288 292 296 300 304 308 312 316 320 324 328 332 334 336
        340 344 348 352 356 360 364 368 372 376 380 384 388 392 398 400 404 408 410 414 417 418 419 422 426 428 430
        434 438 440 442 446 450 454 458 462 466 470 474 478 480 484 492 496 498 499 500 504 508 512 516 520 524 528
        530 531 532 533 534 535 536 540 548 554 558 562 566 570 574 578 580 581 582 583 584 585 586 591 598 600 604
        608 612 616 620 624 626 630 634 638 642 643 646 652 654 659 660 662 663 666 670 674 678 682 686 688 690 694
        702 703 704 705 706 710 716 720 724 728 729 732 736 740 744 748 752 756 760 762 764 768 772 776 780 784 788
        792 795 796 798 800 804 807 810 818 826 830 831 832 833 834 840 850 854 858 860 862 876 882 886 887 890 891
        894 958 959 960 962 963 964 965 966 967 968 969 970 971 972 973 974 975 976 977 978 979 980 981 982 983 984
        985 986 987 988 989 990 991 992 993 994 995 996 997 998 999
        """
    )

    /// Languages (ISO 639): two or three letters, in lower case.
    static let languages = words(
        """
        aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el
        en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it
        iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt
        my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl
        sm sn so sq sr ss st su sv sw ta te tg th ti tk tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za
        zh zu
        aar abk ace ach ada ady aeb afh afr agq ain aka akk akz ale aln alt amh ang anp apw ara arc arg arn aro arp
        arq ars arw ary arz asa ase asm ast ava ave avk awa aym aze bak bal bam ban bar bas bax bbc bbj bej bel bem
        ben ber bew bez bfd bfq bgc bgn bho bik bin bis bjn bkm bla blo bod bos bpy bqi bra bre brh brx bss bua bug
        bul bum byn byv cad car cat cay cch ccp ceb ces cgg cha chb che chg chk chm chn cho chp chr chu chv chy cic
        ckb cop cor cos cps cre crh csb csw cym dak dan dar dav del den deu dgr din div dje doi dsb dtp dua dum dyo
        dyu dzg dzo ebu efi egl egy eka ell elx eng enm epo est esu eus ewe ewo ext fan fao fas fat fij fil fin fit
        fon fra frc frm fro frp frr frs fry ful fur gaa gag gan gay gba gbz gez gil gla gle glg glk glv gmh goh gom
        gon gor got grb grc grn gsw guc guj gur guz gwi hai hak hat hau haw heb her hif hil hin hit hmn hmo hrv hsb
        hsn hun hup hye iba ibb ibo ido iii iku ile ilo ina ind inh ipk isl ita izh jam jav jbo jgo jmc jpn jpr jrb
        jut kaa kab kac kaj kal kam kan kas kat kau kaw kaz kbd kbl kcg kde kea ken kfo kgp kha khm kho khq khw kik
        kin kir kiu kkj kln kmb koi kok kom kon kor kos kpe krc kri krj krl kru ksb ksf ksh kua kum kur kut kxv lad
        lag lah lam lao lat lav lez lfn lij lim lin lit liv lkt lmo lol loz lrc ltg ltz lua lub lug lui lun luo lus
        lut luy lzh lzz mad maf mag mah mai mak mal man mar mas mde mdf mdh mdr men mer mfe mga mgh mgo mic mid min
        mis mkd mlg mlt mnc mni moh mon mos mri mrj msa mua mul mus mwl mwr mwv mya mye myv mzn nan nap naq nau nav
        nbl nde ndo nds nep new nia niu njo nld nmg nnh nno nnp nob nog non nor nov nqo nso nus nwc nya nym nyn nyo
        nzi oci oji ori orm osa oss ota otk oui pag pal pam pan pap pau pcd pcm pdc pdt peo pfl phn pli pms pnt pol
        pon por pqm prg pro pus quc que qug raj rap rar rej rgn rhg rif rof roh rom ron rtm rue rug run rup rus rwk
        sad sag sah sam san saq sas sat saz sba sbp scn sco sdc sdh see seh sei sel ses sga sgs shi shn shu sid sin
        sjd sje sju sli slk slv sly sma sme smj smn smo sms sna snd snk sog som sot spa sqi srd srn srp srr ssw ssy
        stq suk sun sus sux swa swb swe syc syr szl tah tam tat tcy tel tem teo ter tet tgk tha tig tir tiv tkl tkr
        tlh tli tly tmh tog tok ton tpi tru trv tsd tsi tsn tso ttt tuk tum tur tvl twi twq tyv tzm udm uga uig ukr
        umb und urd uzb vai vec ven vep vie vls vmf vmw vol vot vro vun wae wal war was wbp wln wol wuu xal xho xmf
        xnr xog yao yap yav ybb yid yor yrl yue zap zbl zea zen zgh zha zho zul zun zxx zza
        """
    )

    /// Languages with a script or a region that some system offers, as BCP 47 writes them.
    static let tags = words(
        """
        af-NA af-ZA agq-CM ain-JP ak-GH am-ET apw-US ar-001 ar-AE ar-BH ar-DJ ar-DZ ar-EG ar-EH ar-ER ar-IL ar-IQ
        ar-JO ar-KM ar-KW ar-LB ar-LY ar-MA ar-MR ar-OM ar-PS ar-QA ar-SA ar-SD ar-SO ar-SS ar-SY ar-TD ar-TN ar-YE
        arn-CL as-IN asa-TZ ast-ES az-Cyrl az-Cyrl-AZ az-Latn az-Latn-AZ ba-RU bas-CM be-BY bem-ZM ber-Latn
        ber-Latn-MA ber-Tfng ber-Tfng-MA bez-TZ bg-BG bgc-IN bho-IN blo-BJ bm-ML bn-BD bn-IN bo-CN bo-IN br-FR
        brx-IN bs-Cyrl bs-Cyrl-BA bs-Latn bs-Latn-BA byn-ER ca-AD ca-ES ca-FR ca-IT ccp-BD ccp-IN ce-RU ceb-PH
        cgg-UG cho-US chr-US cic-US ckb-IQ ckb-IR co-FR cs-CZ csw-CA cv-RU cy-GB da-DK da-GL dav-KE de-AT de-BE
        de-CH de-DE de-IT de-LI de-LU dje-NE doi-IN dsb-DE dua-CM dv-MV dyo-SN dz-BT ebu-KE ee-GH ee-TG el-CY el-GR
        en-001 en-150 en-AE en-AG en-AI en-AL en-AR en-AS en-AT en-AU en-BB en-BD en-BE en-BG en-BI en-BM en-BN
        en-BR en-BS en-BW en-BZ en-CA en-CC en-CH en-CK en-CL en-CM en-CN en-CO en-CV en-CX en-CY en-CZ en-DE en-DG
        en-DK en-DM en-EE en-ER en-FI en-FJ en-FK en-FM en-FR en-GB en-GD en-GG en-GH en-GI en-GM en-GR en-GU en-GY
        en-HK en-HU en-ID en-IE en-IL en-IM en-IN en-IO en-JE en-JM en-JP en-KE en-KI en-KN en-KR en-KY en-LC en-LR
        en-LS en-LT en-LV en-MG en-MH en-MM en-MO en-MP en-MS en-MT en-MU en-MV en-MW en-MX en-MY en-NA en-NF en-NG
        en-NL en-NO en-NR en-NU en-NZ en-PG en-PH en-PK en-PL en-PN en-PR en-PT en-PW en-RU en-RW en-SA en-SB en-SC
        en-SD en-SE en-SG en-SH en-SI en-SK en-SL en-SS en-SX en-SZ en-TC en-TH en-TK en-TO en-TR en-TT en-TV en-TW
        en-TZ en-UA en-UG en-UM en-US en-VC en-VG en-VI en-VU en-WS en-ZA en-ZM en-ZW eo-001 es-003 es-419 es-AG
        es-AR es-BB es-BM es-BO es-BQ es-BR es-BS es-BZ es-CA es-CL es-CO es-CR es-CU es-CW es-DM es-DO es-EA es-EC
        es-ES es-GD es-GQ es-GT es-GY es-HN es-HT es-IC es-KN es-KY es-LC es-MX es-NI es-PA es-PE es-PH es-PR es-PY
        es-SV es-TC es-TT es-US es-UY es-VC es-VE es-VG es-VI et-EE eu-ES ewo-CM fa-AF fa-IR ff-Adlm ff-Adlm-BF
        ff-Adlm-CM ff-Adlm-GH ff-Adlm-GM ff-Adlm-GN ff-Adlm-GW ff-Adlm-LR ff-Adlm-MR ff-Adlm-NE ff-Adlm-NG
        ff-Adlm-SL ff-Adlm-SN ff-Latn ff-Latn-BF ff-Latn-CM ff-Latn-GH ff-Latn-GM ff-Latn-GN ff-Latn-GW ff-Latn-LR
        ff-Latn-MR ff-Latn-NE ff-Latn-NG ff-Latn-SL ff-Latn-SN fi-FI fil-PH fo-DK fo-FO fr-BE fr-BF fr-BI fr-BJ
        fr-BL fr-CA fr-CD fr-CF fr-CG fr-CH fr-CI fr-CM fr-DJ fr-DZ fr-FR fr-GA fr-GF fr-GN fr-GP fr-GQ fr-HT fr-KM
        fr-LU fr-MA fr-MC fr-MF fr-MG fr-ML fr-MQ fr-MR fr-MU fr-NC fr-NE fr-PF fr-PM fr-RE fr-RW fr-SC fr-SN fr-SY
        fr-TD fr-TG fr-TN fr-VU fr-WF fr-YT fur-IT fy-NL ga-GB ga-IE gaa-GH gd-GB gez-ER gez-ET gl-ES gn-PY gsw-CH
        gsw-FR gsw-LI gu-IN guz-KE gv-IM ha-GH ha-NE ha-NG haw-US he-IL hi-IN hi-Latn hi-Latn-IN hmn-CN hr-BA hr-HR
        hsb-DE hu-HU hy-AM ia-001 id-ID ie-EE ig-NG ii-CN io-001 is-IS it-CH it-IT it-SM it-VA iu-CA ja-JP jbo-001
        jgo-CM jmc-TZ jv-ID ka-GE kab-DZ kaj-NG kam-KE kcg-NG kde-TZ kea-CV kgp-BR khq-ML ki-KE kk-Cyrl kk-Cyrl-KZ
        kk-KZ kkj-CM kl-GL kln-KE km-KH kn-IN ko-CN ko-KP ko-KR kok-Deva kok-Deva-IN kok-Latn kok-Latn-IN kpe-GN
        kpe-LR ks-Arab ks-Arab-IN ks-Aran-IN ks-Deva ks-Deva-IN ksb-TZ ksf-CM ksh-DE ku-TR kw-GB kxv-Deva
        kxv-Deva-IN kxv-Latn kxv-Latn-IN kxv-Orya kxv-Orya-IN kxv-Telu kxv-Telu-IN ky-KG lag-TZ lb-LU lg-UG lij-IT
        lkt-US lmo-IT ln-AO ln-CD ln-CF ln-CG lo-LA lrc-IQ lrc-IR lt-LT lu-CD luo-KE luy-KE lv-LV mai-IN mas-KE
        mas-TZ mer-KE mfe-MU mg-MG mgh-MZ mgo-CM mi-NZ mic-CA mid-IQ mk-MK ml-IN mn-MN mni-Beng mni-Beng-IN mni-Mtei
        mni-Mtei-IN moh-CA mr-IN ms-Arab ms-Arab-BN ms-Arab-MY ms-BN ms-ID ms-MY ms-SG mt-MT mua-CM mus-US my-MM
        myv-RU mzn-IR naq-NA nb-NO nb-SJ nd-ZW nds-DE nds-NL ne-IN ne-NP nl-AW nl-BE nl-BQ nl-CW nl-NL nl-SR nl-SX
        nmg-CM nn-NO nnh-CM nnp-IN nqo-GN nr-ZA nso-ZA nus-SS nv-US ny-MW nyn-UG oc-ES oc-FR om-ET om-KE or-IN os-GE
        os-RU osa-US pa-Arab pa-Arab-PK pa-Aran-PK pa-Guru pa-Guru-IN pcm-NG pl-PL pqm-CA prg-PL ps-AF ps-PK pt-AO
        pt-BR pt-CH pt-CV pt-FR pt-GQ pt-GW pt-LU pt-MO pt-MZ pt-PT pt-ST pt-TL qu-BO qu-EC qu-PE raj-IN rej-ID
        rej-Rjng rej-Rjng-ID rhg-Rohg rhg-Rohg-BD rhg-Rohg-MM rm-CH rn-BI ro-MD ro-RO rof-TZ ru-BY ru-KG ru-KZ ru-MD
        ru-RU ru-UA rw-RW rwk-TZ sa-IN sah-RU saq-KE sat-Deva sat-Deva-IN sat-Olck sat-Olck-IN sbp-TZ sc-IT scn-IT
        sd-Arab sd-Arab-PK sd-Deva sd-Deva-IN se-FI se-NO se-SE seh-MZ ses-ML sg-CF shi-Latn shi-Latn-MA shi-Tfng
        shi-Tfng-MA si-LK sk-SK sl-SI sm-AS sm-WS smn-FI sn-ZW so-DJ so-ET so-KE so-SO sq-AL sq-MK sq-XK sr-Cyrl
        sr-Cyrl-BA sr-Cyrl-ME sr-Cyrl-RS sr-Cyrl-XK sr-Latn sr-Latn-BA sr-Latn-ME sr-Latn-RS sr-Latn-XK ss-SZ ss-ZA
        st-LS st-ZA su-Latn su-Latn-ID sv-AX sv-FI sv-SE sw-CD sw-KE sw-TZ sw-UG syr-IQ syr-SY szl-PL ta-IN ta-LK
        ta-MY ta-SG te-IN teo-KE teo-UG tg-TJ th-TH ti-ER ti-ET tig-ER tk-TM tn-BW tn-ZA to-TO tok-001 tr-CY tr-TR
        trv-TW ts-ZA tt-RU twq-NE tzm-MA ug-CN uk-UA ur-Arab ur-Arab-IN ur-Arab-PK ur-Aran-IN ur-Aran-PK uz-Arab
        uz-Arab-AF uz-Cyrl uz-Cyrl-UZ uz-Latn uz-Latn-UZ vai-Latn vai-Latn-LR vai-Vaii vai-Vaii-LR ve-ZA vec-IT
        vi-VN vmw-MZ vun-TZ wa-BE wae-CH wal-ET wo-SN xh-ZA xnr-IN xog-UG yav-CM yi-UA yo-BJ yo-NG yrl-BR yrl-CO
        yrl-VE yue-Hans yue-Hans-CN yue-Hant yue-Hant-CN yue-Hant-HK za-CN zgh-MA zh-Hans zh-Hans-CN zh-Hans-HK
        zh-Hans-JP zh-Hans-MO zh-Hans-MY zh-Hans-SG zh-Hant zh-Hant-CN zh-Hant-HK zh-Hant-JP zh-Hant-MO zh-Hant-MY
        zh-Hant-TW zu-ZA
        """
    )

    private static func words(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map { String($0) })
    }
}
