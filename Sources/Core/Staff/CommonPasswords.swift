/// The most common passwords, without those that are too short or that `PasswordCheck` refuses by a rule.
///
/// From the list of zxcvbn (MIT licence), with Russian and dated variants.
enum CommonPasswords {
    /// In lower case.
    static let all = Set(words.split { $0 == " " || $0 == "\n" }.map(String.init))

    private static let words = """
        mypassword password01 password99 nopassword password11 motdepasse password69 webhompass passmaster
        1pass1page password13 newpassword password00 password23 r3vi3wpass massimiliano temppassword password21
        reviewpass passwordstandard drumandbass password22
        q1w2e3r4t5 1q2w3e4r5t 4815162342 1029384756 123qweasdzxc soso123aljg manchester q1w2e3r4t5y6 1123581321
        1q2w3e4r5t6y mailcreated5240 nuttertools qazwsxedcrfv terminator enterprise rjirfrgbde fktrcfylhf
        sojdlg123aljg translator undertaker multiplelo motherlode rjycnfynby syncmaster aleksandra salamander
        montgom240 sersolution leavemealone realmadrid tinkerbell dragonball playstation ghostrider 1357924680
        7ugd5hip2j 9293709b13 microphone vsjasnel12 yjdsqgfhjkm qazwsxedc123 strawberry anastasiya harrypotter
        abrakadabra alessandro good123654 7894561230 konstantin highlander ghjcnjgfhjkm tokiohotel sonyericsson
        evangelion zxcasdqwe123 liverpool1 pufunga7782 hellokitty ironmaiden ghhh47hj7649 roadrunner intercourse
        htubcnhfwbz vqsablpzla skateboard friendster masterbate vfntvfnbrf penetration 0192837465 alexander1
        nthvbyfnjh madagaskar dragonballz abracadabra rfhfvtkmrf ronaldinho masterbating supersonic ghjcnbnenrf
        greedisgood qweasdzxc123 cheerleaers metallica1 flvbybcnhfnjh blackberry 1020304050 z1x2c3v4b5
        mastermind interacial 1357908642 q1q2q3q4q5 finalfantasy ghbdtnrfrltkf 1z2x3c4v5b gangbanged spiderman1
        websolutions losangeles a1b2c3d4e5 christophe wachtwoord chickenwing101 1qaz2wsx3edc4rfv a1s2d3f4g5
        3rjs1la7qe quant4307s housewifes ghbdtndctv groupd2013 vflfufcrfh babemagnet lamborghini justinbieber
        lockerroom ejaculation casablanca armageddon contortionist knickerless masturbation evanescence
        qawsedrftg 1a2s3d4f5g qazwsxedc1 comicbookdb braveheart porsche911 newproject2004 j3qq4h7h2v 1213141516
        yfnfitymrf maximilian needforspeed devilmaycry shevchenko montecarlo businessbabe 1a2b3c4d5e charlie123
        uncencored callofduty masterbaiting volkswagen spartan117 maurolarastefy pathfinder watermelon
        astalavista penetrating summertime domainlock2005 dhjnvytyjub pokemon123 cxfcnkbdfz dkflbvbhjdbx
        17171717aa hd764nw5d7e1vb1 deutschland doggystyle aleksander qazwsxedcrfvtgb darthvader lifeisgood
        insertions 123hfjdk147 peternorth a1a2a3a4a5 8phrowz622 5hsu75kpot badnaamhere 0102030405 dkflbvbhjdyf
        bondarenko mostwanted 8phrowz624 mapet123456 opensesame goldfinger limpbizkit thunderbird postov1000
        counterstrike solidsnake zcxfcnkbdf gy3yt2rgls bladerunner chocolate1 jediknight 1a2a3a4a5a vfvfvskfhfve
        angelofwar fkmnthyfnbdf hondacivic welcome123 ctdfcnjgjkm admin18533362 89600506779 salamandra
        smallville 23176djivanfros ilovemyself galatasaray cyberonline cvzefh1gkc azsxdcfvgb prettygirl
        sailormoon jesuschrist darkknight 1q2q3q4q5q oc247ngucz psychnaut1 whosyourdaddy astonvilla 123123123q
        fktrcfylhjdyf fktrcfylhjdbx 89015173454 cnjvfnjkju mickeymouse trustnoone t34vfrc1991 541233432442
        fgjrfkbgcbc 4904s677075 0147896325 bestfriend fartripper qpwoeiruty painkiller firefighter 010203040506
        lost4815162342 birthday21 venom121293 neveragain moneymaker cxfcnmttcnm 102030405060 vanyarespekt
        testing123 slipknot666 letmeinnow hellraiser dbrnjhjdbx rhbcnbyjxrf combat123654 vyjujnjxbt quicksilver
        depechemode qweasdzxc1 zaratustra devilmaycry4 matematika devildriver efbcapa201 iseedeadpeople
        89231243658s helloworld jamesbond007 rkfdbfnehf iddqdidkfa ledzeppelin 123123123a 4815162342lost
        999111999q whitepower superduper 123123qweqwe rfnfcnhjaf 1112131415 3141592654 123qwe456rty goodfellas
        3syqo15hil computador elizabeth1 m6cjy69u35 ghjcnjrdfibyj ybrjkftdbx kamehameha 989244342a hellothere
        1357997531 saun24865709 deerhunter clubpenguin primetime21 q1w2e3r4t5y6u7 birthday54 stalingrad
        desperados apokalipsis fenerbahce rfnfgekmnf 80070633pc jetbalance 1qa2ws3ed4rf juggernaut puertorico
        amsterdam1 rfkmrekznjh luojianhua samsung123 azwebitalia wishmaster dbrnjhjdyf ptybnxtvgbjy verygoodbot
        wenef45313 cheburashka unforgiven iaapptfcor 7777755102q gunslinger cyjdsvujljv vfylfhbyrf skorpion39
        deltaforce masterchief ajcuivd289 s456123789 applesauce mevefalkcakk playstation3 firestarter
        birthday299 31217221027711 justforfun necromancer fkg7h4f3v6 hshfd4n279 19mtpgam19 roflcopter
        supermanboy cannondale football12 sevastopol beautiful1 5t4r3e2w1q dragonfire q1w2e3r4t5y6u7i8
        naughtyboy cyecvevhbr sanandreas byajhvfnbrf sebastian1 zqjphsyf6ctifgu oldsmobile 4815162342a
        ghhh47hj764 shadow1212 hedimaptfcor chessmaster gthtcnhjqrf lhbjkjubz2957704 superpuper tamwsn3sja
        lightsaber kingfisher installutil yanshi1982 newzealand andrewjackie tigerwoods networkingpe
        12qw34er56ty qazwsxedc12 sidewinder dodgeviper ghjrehfnehf ladyffesta 159753456852 89172735872
        olegnaruto hypnodanny ghbdtngjrf mastercard loveislife jesusislord rjhjkmbien fcbarcelona christopher1
        ilovegirls angelochek ingodwetrust installdevic digitalprodu reanimator whatthehell streetball
        88002000600 alphaomega lsia9dnb9y froinlaven minecraft123 berezuckiy deeppurple cegthgfhjkm winnipeg261
        boy4u2ownnyc kbnthfnehf 89211375759 c43qpul5rz runescape1 peanutbutter anastasija an83546921an13
        vfhufhbnrf jigei743ks ghjcnjrdfif 42qwerty42 mangust6403 christian1 rammstein1 nintendo64 olcrackmaster
        rfhfrfnbwf ontherocks flintstone lfplhfgthvf cegthgegth 1958proman dkflbdjcnjr auckland2010 w2dlww3v5p
        markhegarty residentevil jackdaniels neworleans ekaterina20 quiksilver butterfly1 mandragora
        qawsedrftgyh 1029384756q omgkremidia vladislava 32615948worms ujkjdjkjvrf tombraider 742617000027
        coorslight gblfhfcbyf justinbiebe stalker123 minhasenha 26429vadim nemvxyheqdd5oqxyxyzi ajnjuhfabz
        avrillavigne gjytltkmybr virtuagirl millertime ghjcnbvtyz computadora nissan350z iloveyou123 tadmichaels
        ilovejesus luckycharm gordolee85 lamborgini 0147258369 lololyo123 lp2568cskt gjikbdctyf 41d8cd98f00b
        000777fffa nhfdvfnjkju123 19952009sa timberwolf illuminati studioworks 38gjgeuftd sasha12345 kobebryant
        silenthill shamanking vfhvtkflrf stomatolog gjkysqgbpltw ticketmaster snusmumrik serendipity cfkfvfylhf
        fighting54 astonmartin 01telemike01 1133557799 ghjcnjnfr1 p030710p$e4o 0o9i8u7y6t birthday10 grandorgue
        godisgreat lucifer666 80637852730 7418529630 loveforever stratocaster ilovemusic left4dead2 nikita2000
        klapaucius telecaster punksnotdead australia1 1986irachka playstation2 dctvghbdtn multiplelog
        ufhhbgjnnth murcielago 7elephants simpleplan fynfyfyfhbde bluedevils chrisbrown nokia6230i gfhfcjkmrf
        alabama123 scoubidou2 jlbyjxtcndj ghjcnjqgfhjkm nightcrawler livestrong installsqlst 0147852369
        nccpl25282 a3eilm2s2y mapleleafs spam967888 matematica 7jokx7b9du nastya1995 80988218126 fktrcfylh1
        4294967296 3f3fpht7op galatasara liverpoolfc celtic1888 magical123 1472583690 1597532486 respublika
        cytuehjxrf paintball1 fallenangel selfok2013 kurtcobain studmuffin weihnachte timberland millerlite
        frederiksberg brucewayne blackmetal dfktynbyrf riverplate intelinside 1a2s3d4f5g6h sundaypunch
        birthday100 sweetdream ilovemylife scoubidou6 prisonbreak kd189nlcih jimandanne xpressmusic premiumcash
        chicken123 gthtrhtcnjr firstone123 123qweasdzx baseball12 superman123 87e5nclizry walkman555 hardwareid
        bluedragon lotrfotr34 nikita1998 neverwinter sanfrancisco gxlmxbewym 89876065093rax rjycnbnewbz
        blackheart zjses9evpa ghjcnjgbpltw rfgecnfcerf 0cdh0v99ue c43dae874d wrestling1 1234qwerasdfzxcv
        lytghjgtnhjdcr schoolgirlie wonderwall ybrjkftdyf intermilan blackwhite 9638527410 jesussaves alexandra1
        awdrgyjilp ghjrjgtyrj linkinpark supermario seemnemaailm hammertime jxfhjdfirf nhecsyfujkjdt weihnachten
        qwaszxerdfcv basketball1 accountbloc antananarivu cgtwbfkbcn spartak1922 butterbean table54781
        littlebear greenlantern p0o9i8u7y6 something1 q1w2e3r4t5y6u7i8o9p0 monkeybutt corperfmonsy 413276191q
        christiaan maprchem56458 mandarinka thebeatles saqartvelo formatters fktrcfylhjd eybdthcbntn
        warhammer40k lovezp1314 donaldduck morganstanley fyfnjkmtdyf rockbottom cjdthitycndj nevergiveup
        bltynbabrfwbz littlegirl loploprock stinkyfinger 4815162342q nokiadermo zcxfcnkbdfz comicbooks
        nuaddn9561 matchbox20 phezc419hv ghjcnjabkz spiderman3 tupacshakur hesoyam123 nastya2010 tdfyutkbjy
        hollywood1 wallstreet dogphil3650 iampurehaha2 kravchenko queenas8151 gtnhjpfdjlcr donkeykong 147258369a
        hondas2000 animal2000 manchester1 natasha123 lzhan16889 heavymetal baseball11 jesuschris felicidade
        9z5ve9rrcz 2468013579 vaffanculo 789456123a nikolaevna contrasena gfhfvgfvgfv kwiatuszek 59382113kevinp
        luansantana writerspace xiaoyua123 bpgjldsgjldthnf gamemaster kanmax1994 123654789a portishead
        blackhorse service321 rfnthbyf1988 1qa2ws3ed4rf5tg nhfycajhvths nastya1996 hollister1 msorcloledbr
        stickdaddy77 pandemonium thugstools andrey1992 89032073168 juancarlos littleminge mattylad10 gerasimova
        10293847qp minicooper password10 password1! password12 password123 password1234 password12345 password2024
        password2025 password2026 passw0rd123 p@ssw0rd123 p@ssword123 mypassword1 changeme123 changeme1234
        letmein1234 letmein123 welcome1234 welcome2024 welcome2025 welcome2026 administrator administrator1
        admin12345 admin123456 adminadmin1 iloveyou12 sunshine12 princess12 superman12 iloveyou1! monkey1234
        dragon1234 master1234 secret1234 test123456 testtest12 vitrina123 vitrina1234 vitrina2026 пароль1234
        пароль12345 пароль123456 парольпароль1 пароль2026 москва2026 россия2026 россия1234 привет1234
        привет12345 любовь1234 наташа1234 администратор gfhjkm1234 gfhjkm12345 ghbdtn1234 parol12345 parol123456
        moskva2026 rossiya2026 summer2024! summer2025! summer2026! winter2024! winter2025! winter2026!
        spring2026! autumn2026! january2026 correcthorsebatterystaple
        """
}
