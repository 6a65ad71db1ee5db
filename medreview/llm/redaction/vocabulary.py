"""Words that a name may be besides: they are taken for a name only where they are written as one.

Data, in lower case. What is missing here is replaced once too often, never once too little.
"""


def words(said: str) -> tuple[str, ...]:
    """The words of a line."""
    return tuple(said.split())


MONTHS: tuple[tuple[str, ...], ...] = (
    words(
        "january jan januar jänner janvier janv enero ene gennaio gen styczeń stycznia"
        " января янв январь januari janeiro"
    ),
    words(
        "february feb februar feber février févr febrero febbraio luty lutego"
        " февраля фев февраль februari fevereiro"
    ),
    words("march mar märz mrz mars marzo marzec marca maart março марта мар март"),
    words("april apr avril avr abril abr aprile kwiecień kwietnia апреля апр апрель"),
    words("may mai mayo maggio mag maj maja mei maio мая май"),
    words("june jun juni juin junio giugno giu czerwiec czerwca junho июня июн июнь"),
    words("july jul juli juillet juil julio luglio lug lipiec lipca julho июля июл июль"),
    words("august aug août agosto ago sierpień sierpnia augustus августа авг август"),
    words(
        "september sept sep septembre septiembre settembre set wrzesień września"
        " сентября сен сентябрь setembro"
    ),
    words(
        "october oct oktober okt octobre octubre ottobre ott październik"
        " października октября окт октябрь outubro"
    ),
    words("november nov novembre noviembre listopad listopada ноября ноя ноябрь novembro"),
    words(
        "december dec dezember dez décembre déc diciembre dic dicembre"
        " grudzień grudnia декабря дек декабрь dezembro"
    ),
)
"""How each month is written, the first one first."""

MONTH_WORDS = frozenset(word for month in MONTHS for word in month)

UNITS = frozenset(
    words(
        "au bar c cal cfu cm cp d da dag dl f fl fmol g gl gpl h hg hpf hz iu j k kat kcal "
        "kg khz kj kpa l lb li lpf m ma mcg mcl me meq mg min miu mj mkat ml mm mmhg mmol mo "
        "mol mos mpl ms mu na nkat ng nm nmol oz pa pg pm pmol ppm ratio s sec t tsp u ui ug "
        "ukat ul um umol v vol w wk y yr µg µkat µl µm µmol μg μl μmol г дл кг л мг мкг мкл "
        "мкмоль мл ммоль моль нг нмоль пг пмоль сек ед "
    )
)

COMMON = MONTH_WORDS | frozenset(
    words(
        # Small words of some languages, and short names that are words.
        "an and as at be by can da de del den der des di die do du ein el en er es et fast go "
        "ha has he her his ho i il im in is ist it la las le les li lo los lu ma man me mi mit "
        "most my na ne no non o of off on one or out per po pro ran see sen she so son sue sun "
        "te that the to tu un und up us van vi via von was we will wen with ye yes you yu zu "
        # Colours, measures, seasons, directions.
        "amber black blue brown cherry ebony gold golden gray green grey hazel indigo olive "
        "pearl pink red ruby scarlet silver violet white big great high hope hour little long "
        "low lowe major minor moon noon small short tall young old new day days week weeks "
        "month year summer spring winter autumn north south east west early late first second "
        "sunday monday friday "
        # What a laboratory and a ward speak of.
        "acid air base best bile blood body bone bones bowel brain breast cell cells chance "
        "child clear cold cord cross dose drew drop fat fever field fish flow foot free gene "
        "glass good grace gram grand grant hand hands hard head heart heat iris iron joy kidney "
        "lead light lime line liver lung mark marks mass mean miles mole moss nail neck nice "
        "normal pain park patient pool pulse pure rash rate ray reading rest rice rich right "
        "rise rose salt sand sharp skin spot stone strong sugar swift test trace urine vein "
        "virus ward waters water weak wood woods worth "
        # Trades and things.
        "abbey archer art ash baker bell berry bill bird bishop bond booth bowl bridge brook "
        "bush butler carpenter carter case chase church clay close cook cooper crane dale daily "
        "dean english faith farmer fisher flower flowers ford forest fox french frost gardener "
        "garland gay german hall hill holly home house hunter ivy jack june kay king knight "
        "lake lamb law lee love lily mason max may mercy miller moody nelson page paige pat "
        "peace penny piper pitt pope porter potter power price prince quick rain read reed "
        "rivers robin rock root royal sage sandy scot short singer smith snow star steel street "
        "taylor temple turner vale victor walker wall wells wise wolf worker groß gross klein "
        "kurz lang neu rot schwarz weiß weiss braun grün stark ernst herz kern sommer winter "
        "tag vogel fuchs wolf stein berg bach wald koch bauer essen вера надежда любовь роза "
        "лев мир май мороз белый чёрный кровь "
    )
)

TITLES = frozenset(
    words(
        "mr mrs ms miss mx sir dr prof professor herr frau fr hr med dipl ing mag mme mlle m sr "
        "sra jr phd md bin ibn abu umm bint al el la le de da do dos das di del della der den "
        "des van von vom zu zur ter ten y e i ii iii iv св г-н г-жа "
    )
)
"""Parts of a name that name nobody."""

STREET_WORDS = frozenset(
    words(
        "street st road rd avenue ave lane ln drive dr court ct square sq place pl boulevard "
        "blvd way straße strasse str gasse weg platz allee rue via calle улица ул проспект "
        "apartment apt floor top stiege tür house flat suite unit box "
    )
)
